"use strict";
// All that the pages of a site do by themselves: filter a table, look for news while somebody looks, and stand bare over
// a stream (?bare=1). Without scripts all of them can be read.
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
        const won = (cells[3].textContent ?? "").split(" ").includes("1");
        const fits =
          (!bot.value || met.includes(bot.value)) &&
          (!place || !place.value || won === (place.value === "1")) &&
          (!fault.checked || (cells[cells.length - 1].textContent ?? "").trim() !== "");
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

  document.addEventListener("DOMContentLoaded", () => {
    for (const filter of document.querySelectorAll(".filter")) filtering(/** @type {HTMLElement} */ (filter));
    if (location.protocol.startsWith("http")) void watch();
  });
})();
