// Asks the server again whenever an answer changes, so that questions come and go at once. Without this file the
// questionnaire works by its buttons alone.
const ID = "questionnaire";
let asking = null;

async function again(form) {
  asking?.abort();
  asking = new AbortController();
  const body = new FormData(form);
  body.set("go", "stay");
  try {
    const answer = await fetch(form.action, { method: "POST", body, signal: asking.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(ID);
    if (!answer.ok || !fresh) return;
    const focused = document.activeElement?.id;
    form.replaceWith(document.adoptNode(fresh));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  } catch (error) {
    // Overtaken by a later answer, or offline: the buttons send the same form.
    if (error.name !== "AbortError") console.warn(error);
  }
}

document.addEventListener("change", (event) => {
  const form = event.target.closest?.(`#${ID}`);
  if (!form || event.target.name === "title" || event.target.name === "slug") return;
  if (event.target.name.startsWith("n-")) {
    document.getElementById(`${event.target.name.slice(2)}-number`).checked = true;
  }
  const asksForNumber = event.target.type === "radio" && event.target.value === "_number";
  if (asksForNumber) {
    const number = document.getElementById(`${event.target.name.slice(2)}-typed`);
    if (!number.value) {
      number.focus();
      return;
    }
  }
  again(form);
});

// What was picked before this file came, or what the browser picked again after a reload.
const begun = document.getElementById(ID);
if ([...begun.elements].some((each) => each.type === "radio" && each.checked !== each.defaultChecked)) again(begun);
