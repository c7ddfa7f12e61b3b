(* The talk with the referee: a line in, a line out. There is no need to open this file. *)

type json = Yojson.Safe.t

open Yojson.Safe.Util

(* Random numbers that a seed decides: the same seed gives the same game again, in every kit's language. *)
module Random = struct
  type t = { mutable state : int }

  let mask = 0xFFFFFFFF

  (* FNV-1a with 32 bits, over the digits of the seed. *)
  let of_seed seed =
    let step state digit = (state lxor Char.code digit) * 16777619 land mask in
    { state = max 1 (String.fold_left step 2166136261 (string_of_int seed)) }

  (* A number from 0 to [limit] - 1. *)
  let below random limit =
    let state = random.state in
    let state = state lxor (state lsl 13 land mask) in
    (* Marsaglia's xorshift with 32 bits *)
    let state = state lxor (state lsr 17) in
    let state = state lxor (state lsl 5 land mask) in
    random.state <- state;
    state mod limit
end

(* What is known as a game begins. *)
type start = {
  game : string;
  game_id : string;
  seat : int;  (* the bot's own, from 0 *)
  seats : int;
  options : json;
  time : json;  (* the limits: start_ms, move_ms, bank_ms, increment_ms; null is none *)
  random : Random.t;
}

(* A decision to be made. *)
type turn = {
  legal : json list;  (* all legal moves, at least one *)
  view : json;
  memory : json;
  events : json list;  (* what happened since the last turn, oldest first *)
  last_ms : float option;  (* how long the last decision took *)
  left_ms : float option;  (* what is left in the bank *)
}

(* A bot: [start] begins a game, and [choose] is the index of a move in [turn.legal]. *)
module type Bot = sig
  type t

  val start : start -> t
  val choose : t -> turn -> int
end

let say answer = print_endline (Yojson.Safe.to_string (`Assoc answer))

(* Plays games until the referee has no more. *)
let play name (module Bot : Bot) =
  let rec next game bot =
    match input_line stdin with
    | exception End_of_file -> ()
    | line -> (
        let message = Yojson.Safe.from_string line in
        let field name = member name message in
        let id = field "id" in
        match to_string (field "type") with
        | "hello" ->
            say [ ("type", `String "ready"); ("id", id); ("protocol", `Int 1); ("name", `String name) ];
            next (to_string (field "game")) bot
        | "start" ->
            let bot =
              Bot.start
                {
                  game;
                  game_id = to_string (field "game_id");
                  seat = to_int (field "seat");
                  seats = to_int (field "seats");
                  options = field "options";
                  time = field "time";
                  random = Random.of_seed (to_int (field "seed"));
                }
            in
            say [ ("type", `String "ready"); ("id", id) ];
            next game (Some bot)
        | "turn" ->
            let turn =
              {
                legal = to_list (field "legal");
                view = field "view";
                memory = field "memory";
                events = to_list (field "events");
                last_ms = to_number_option (field "last_ms");
                left_ms = to_number_option (field "left_ms");
              }
            in
            say [ ("id", id); ("choice", `Int (Bot.choose (Option.get bot) turn)) ];
            next game bot
        | "quit" -> ()
        | _ -> next game bot (* end needs no answer *))
  in
  next "" None
