/**
 * For a person at the table: which piece stands for which legal move. What has no piece is in the list of moves alone.
 * @module
 */
import { field, isObject } from "arena/draw/compare.js";

/**
 * The pieces that a move could be made with, as their `data-piece` begins.
 * @param {unknown} move
 * @returns {string[]}
 */
function pieces(move) {
  if (!isObject(move)) return [];
  const card = String(field(move, "card"));
  switch (field(move, "do")) {
    case "play":
    case "give":
    case "shed":
      return ["hand", "recruit"].map((where) => `${where} ${card}`);
    case "charm":
    case "clear":
      return [`land ${card}`];
    case "speech":
      return [`threat ${field(move, "threat")}`];
    case "place":
    case "drop":
      return [`tile ${field(move, "tile")}`];
    case "remove":
      return [`knock ${field(move, "veteran")} ${card}`];
    case "pick":
    case "advise":
      return [`veteran ${field(move, "veteran")}`];
    case "cancel":
      return [`order ${field(move, "order")}`];
    default:
      return [];
  }
}

/**
 * @param {HTMLElement} root
 * @param {unknown[]} legal
 * @param {(choice: number) => void} choose
 */
export function offered(root, legal, choose) {
  /** @type {Map<string, number[]>} */
  const choices = new Map();
  legal.forEach((move, choice) => {
    for (const piece of pieces(move)) choices.set(piece, [...(choices.get(piece) ?? []), choice]);
  });
  /** @type {Set<string>} */
  const given = new Set(); // of two equal cards one is enough for the keyboard
  for (const element of root.querySelectorAll("[data-piece]")) {
    // A card in a hand names the hand, which the move does not.
    const piece = (element.getAttribute("data-piece") ?? "").replace(/^hand \d+ /, "hand ");
    const [choice, other] = choices.get(piece) ?? [];
    if (choice === undefined || other !== undefined || given.has(piece)) continue; // two moves: the list tells them apart
    given.add(piece);
    element.classList.add("gz-offer");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.addEventListener("click", () => choose(choice));
    element.addEventListener("keydown", (event) => {
      if (!(event instanceof KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      choose(choice);
    });
  }
}
