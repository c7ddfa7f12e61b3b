"use strict";
// All that the pages of a site do by themselves: filter a table, look for news while somebody looks, follow the games
// that are being played, and stand bare over a stream (?bare=1). Without scripts all of them can be read.
(() => {
  const EVERY_MS = 5000;
  const asked = new URLSearchParams(location.search);
  document.documentElement.classList.toggle("bare", asked.get("bare") === "1");

  /** @param {HTMLElement} filter */
  function filtering(filter) {
    const rows = [...document.querySelectorAll("table.games tbody tr")];
    const wanted = (/** @type {string} */ name) => filter.querySelector(`[data-filter="${name}"]`);
    const bot = /** @type {HTMLSelectElement} */ (wanted("with"));
    const place = /** @type {HTMLSelectElement | null} */ (wanted("place"));
    const fault = /** @type {HTMLInputElement} */ (wanted("fault"));
    const said = /** @type {HTMLOutputElement} */ (filter.querySelector("output"));

    function apply() {
      let shown = 0;
      for (const row of rows) {
        const cells = /** @type {HTMLTableRowElement} */ (row).cells;
        const met = (/** @type {HTMLElement} */ (row).dataset.with ?? "").split(" ");
        const won = (cells[3]?.textContent ?? "").split(" ").includes("1");
        const fits =
          (!bot.value || met.includes(bot.value)) &&
          (!place || !place.value || won === (place.value === "1")) &&
          (!fault.checked || (cells[cells.length - 1]?.textContent ?? "").trim() !== "");
        /** @type {HTMLElement} */ (row).hidden = !fits;
        shown += Number(fits);
      }
      said.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} games`;
    }

    filter.hidden = false;
    filter.addEventListener("change", apply);
    apply(); // a page that is gone back to has its choices still
  }

  /** @returns {Promise<string | null>} what the site says of itself, null where it cannot be asked */
  async function status() {
    try {
      const answer = await fetch(`${document.body.dataset.root}status.json`, { cache: "no-cache" });
      return answer.ok ? await answer.text() : null;
    } catch {
      return null;
    }
  }

  function over(/** @type {string} */ text) {
    try {
      return JSON.parse(text).over === true;
    } catch {
      return false;
    }
  }

  /** Somebody has chosen something here, which a reload would lose. */
  function busy() {
    const active = document.activeElement;
    return active instanceof HTMLSelectElement || active instanceof HTMLInputElement || document.querySelector("tr[hidden]");
  }

  function tell() {
    const news = /** @type {HTMLElement} */ (document.getElementById("news"));
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "New results: show them";
    button.addEventListener("click", () => location.reload());
    news.replaceChildren(button);
  }

  async function watch() {
    let known = await status();
    if (known === null || over(known)) return;
    const look = async () => {
      if (document.visibilityState === "visible") {
        const now = await status();
        if (now !== null && now !== known) {
          known = now;
          if (busy()) tell();
          else location.reload();
        }
      }
      setTimeout(look, EVERY_MS);
    };
    setTimeout(look, EVERY_MS);
  }

  /**
   * The list of running games as it goes on: its rows come, count and go with the events of the page's own server.
   * @param {HTMLTableElement} table
   */
  function following(table) {
    const body = /** @type {HTMLTableSectionElement} */ (table.tBodies[0]);
    const nobody = /** @type {HTMLElement} */ (document.querySelector(".nobody"));
    const row = (/** @type {number} */ number) => /** @type {HTMLTableRowElement | null} */ (document.getElementById(`g${number}`));

    function settle() {
      table.hidden = body.rows.length === 0;
      nobody.hidden = !table.hidden;
    }

    /** @param {{number: number, group: number, names: string[], decisions: number}} game */
    function add({ number, group, names, decisions }) {
      row(number)?.remove(); // it has begun anew
      const made = document.createElement("tr");
      made.id = `g${number}`;
      const after = [...body.rows].find((other) => Number(other.id.slice(1)) > number) ?? null;
      body.insertBefore(made, after);
      const link = document.createElement("a");
      link.href = `live/${number}`;
      link.textContent = String(number);
      const seats = names.flatMap((name, seat) => {
        const shown = document.createElement("bdi");
        shown.textContent = name;
        return seat ? [", ", shown] : [shown];
      });
      for (const [content, side] of /** @type {[(string | Node)[], string][]} */ ([
        [[link], "n"], [[String(group)], "n"], [seats, ""], [[String(decisions)], "n"],
      ])) {
        const cell = made.insertCell();
        cell.className = side;
        cell.append(...content);
      }
    }

    let begun = false;
    const events = new EventSource(`events?after=${table.dataset.after}`);
    const on = (/** @type {string} */ kind, /** @type {(data: any) => void} */ what) =>
      events.addEventListener(kind, (event) => {
        what(JSON.parse(event.data));
        settle();
      });
    on("began", add);
    on("moved", ({ number, decision, seats }) => {
      const count = row(number)?.cells[3];
      if (count) count.textContent = String(decision + seats.length);
    });
    on("ended", ({ number }) => row(number)?.remove());
    events.addEventListener("open", () => {
      if (begun) location.reload(); // what was lost with a connection may be no longer told
      begun = true;
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") events.close();
      else location.reload();
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const filter of document.querySelectorAll(".filter")) filtering(/** @type {HTMLElement} */ (filter));
    if (!location.protocol.startsWith("http")) return;
    const live = /** @type {HTMLTableElement | null} */ (document.querySelector("table.live"));
    if (live) following(live);
    else void watch();
  });
})();
