// Passkeys, where the browser has them: it has none over plain http. The forms are hidden until
// then, and without script everything else works.
(() => {
  const known = window.PublicKeyCredential;
  if (!known || !known.parseCreationOptionsFromJSON || !known.parseRequestOptionsFromJSON) return;

  const asked = async (form) => {
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    const response = await fetch(form.dataset.options, {
      method: "POST",
      headers: { "X-CSRFToken": token, Accept: "application/json" },
      redirect: "error",
    });
    if (!response.ok) throw new Error(response.statusText);
    return (await response.json()).publicKey;
  };

  const answered = async (form) => {
    const options = await asked(form);
    const credential = form.dataset.passkey === "make"
      ? await navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) });
    return JSON.stringify(credential.toJSON());
  };

  for (const note of document.querySelectorAll("[data-without-passkeys]")) note.hidden = true;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const hint = form.querySelector("[data-failed]");
      hint.textContent = "";
      try {
        form.elements.answer.value = await answered(form);
        form.submit();
      } catch {
        hint.textContent = hint.dataset.failed;
      }
    });
  }
})();
