// verdict: malformed; says: not JSON
// console.log is where its author debugs, and it is stdout. Met: D23.
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "turn") console.log("choosing from", message.legal);
  else if (message.type !== "quit") console.log(JSON.stringify({ type: "ready", id: message.id }));
});
