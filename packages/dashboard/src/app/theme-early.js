// Loaded before the first paint and not as a module, so that a chosen theme does not flash in the colours of the system.
try {
  const chosen = localStorage.getItem("botyard.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // The browser keeps nothing for this site: the colours of the system.
}
