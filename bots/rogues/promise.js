// verdict: exited; says: exited with code 1
// Nobody catches its error, and Node ends the program. Met: D33.
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "turn") Promise.reject(new Error("no such card"));
  else if (message.type !== "quit") console.log(JSON.stringify({ type: "ready", id: message.id }));
});
