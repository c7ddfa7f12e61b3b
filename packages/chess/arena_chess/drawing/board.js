// Draws the board in a page, and lets a person move the pieces.
import { el, fill } from "arena/dom.js";
import { Picking } from "arena/draw/picking.js";
import { counted, lying } from "arena/draw/pieces.js";

const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const GLYPHS = { K: "\u2654", Q: "\u2655", R: "\u2656", B: "\u2657", N: "\u2658", P: "\u2659", k: "\u265a", q: "\u265b", r: "\u265c", b: "\u265d", n: "\u265e", p: "\u265f" };
const AS_TEXT = "\ufe0e"; // and not as a small picture, which some systems have for pawns
const SAYINGS = { level: "call it level", lost: "call it lost", won: "call it won" };

/** The pieces by their squares, and whose move it is. */
function read(fen) {
  const [rows, turn, , , , number] = fen.split(" ");
  const pieces = new Map();
  rows.split("/").forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else pieces.set("abcdefgh"[file++] + (8 - down), letter);
    }
  });
  return { pieces, white: turn === "w", number };
}

export const drawing = {
  mount(place, { audience, seats }) {
    const bar = el("div", { class: "picks" }); // for what no square stands for
    const board = el("div", { class: "board" });
    const words = el("p", {});
    const all = el("div", { class: "chess" }, words, board, bar);
    const picking = new Picking(all, bar);
    fill(place, all);
    // Whoever plays Black sees the board from there.
    const files = audience === 1 ? "hgfedcba" : "abcdefgh";
    const ranks = audience === 1 ? "12345678" : "87654321";

    const square = (name, letter, last) => {
      const dark = (name.charCodeAt(0) + Number(name[1])) % 2 === 0;
      const piece = letter && `${letter === letter.toLowerCase() ? "black" : "white"} ${NAMES[letter.toLowerCase()]}`;
      return el("div", { class: `square ${dark ? "dark" : "light"}${last ? " last" : ""}`, "data-piece": name },
        letter && el("span", { class: "piece", "aria-hidden": "true" }, GLYPHS[letter] + AS_TEXT),
        el("span", { class: "unseen" }, `${name}${piece ? ` ${piece}` : ""}${last ? ", of the last move" : ""}`));
    };

    return {
      render(frame) {
        const view = lying(frame);
        if (!view) return fill(words), fill(board);
        const { pieces, white, number } = read(view.fen);
        const move = view.moves.at(-1) ?? "";
        const last = [move.slice(0, 2), move.slice(2, 4)];
        const made = view.moves.length === view.opening ? "the opening is on the board" : `last ${move}`;
        const level = view.level > 0 && ` ${counted(view.level, "move")} in a row called it level.`;
        fill(words, `Move ${number}: `, seats.tag(white ? 0 : 1), ` with ${white ? "White" : "Black"} is to move, ${made}.`, level);
        const rows = [...ranks].map((rank) => [
          el("span", { class: "edge", "aria-hidden": "true" }, rank),
          ...[...files].map((file) => square(file + rank, pieces.get(file + rank), last.includes(file + rank))),
        ]);
        const edge = [...files].map((file) => el("span", { class: "edge", "aria-hidden": "true" }, file));
        fill(board, ...rows.flat(), el("span", {}), ...edge);
        fill(bar);
      },
      describe(frame) {
        const view = lying(frame);
        return view ? view.fen : "";
      },
      offer(legal, choose) {
        const speaks = legal.some((one) => one.says);
        const way = ({ uci, says }) => [
          { piece: uci.slice(0, 2), words: `from ${uci.slice(0, 2)}` },
          { piece: uci.slice(2, 4), words: `to ${uci.slice(2, 4)}` },
          ...(uci[4] ? [{ piece: `promote ${uci[4]}`, words: `make it a ${NAMES[uci[4]]}` }] : []),
          ...(speaks ? [{ piece: `says ${says ?? ""}`, words: says ? SAYINGS[says] : "say nothing" }] : []),
        ];
        picking.offer(legal.map(way), choose);
      },
    };
  },
};
