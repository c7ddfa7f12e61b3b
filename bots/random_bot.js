// Plays any legal move of any game, each equally likely. Node.js, no packages.
//
// Start: node random_bot.js

"use strict";

let random = generator(0);

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    switch (message.type) {
      case "start":
        random = generator(message.seed); // the same contest gives the same game again
      // falls through: it is answered like hello
      case "hello":
        return say({ type: "ready", id: message.id, protocol: 1, name: "random (JavaScript)" });
      case "turn":
        return say({ id: message.id, choice: Math.floor(random() * message.legal.length) });
      case "quit":
        process.exit();
    }
  });

function say(answer) {
  // On Linux a write to a pipe is done when this returns: there is nothing to flush.
  process.stdout.write(JSON.stringify(answer) + "\n");
}

// Numbers from 0 to below 1 that a seed determines, unlike Math.random: Marsaglia's xorshift with 32 bits.
function generator(seed) {
  let state = Math.imul(seed ^ (seed / 2 ** 32), 2654435761) || 1; // any state but 0, and no small ones
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
