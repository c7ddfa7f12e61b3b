// verdict: memory
// Keeps all that it has ever computed, outside of the heap that Node bounds by itself; stops at 2 GiB. Met: nsjail #76.
const tables = [];
function grow() {
  if (tables.push(Buffer.alloc(1 << 22, 1)) < 512) setTimeout(grow, 20);
}
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "turn") grow();
  else if (message.type !== "quit") console.log(JSON.stringify({ type: "ready", id: message.id }));
});
