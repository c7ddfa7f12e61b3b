(* My bot. What it sees and may do is in {{page}}. *)

(* One game: made as the game starts, asked at each turn, thrown away at its end. *)
module Bot = struct
  type t = { seat : int; random : Protocol.Random.t }

  let start (start : Protocol.start) = { seat = start.seat; random = start.random }

  (* The index of a move in [turn.legal]. *)
  let choose bot (turn : Protocol.turn) =
    (* Think here: look at turn.view and at each of turn.legal, and return the index of the best.

       List.iter
         (fun move ->
           let what = Yojson.Safe.Util.(member "do" move |> to_string) in
           Printf.eprintf "seat %d may %s\n%!" bot.seat what)
         turn.legal; *)
    Protocol.Random.below bot.random (List.length turn.legal)
end

let () = Protocol.play "my bot" (module Bot)
