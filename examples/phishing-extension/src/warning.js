const address = new URLSearchParams(location.search).get("url");

async function proceed() {
  await chrome.storage.session.set({ [address]: true });
  location.replace(address);
}

async function isListed() {
  const response = await fetch(`http://localhost:8080/listed?url=${encodeURIComponent(address)}`);
  if (!response.ok) throw new Error(`/listed: status ${response.status}`);
  return response.json();
}

const main = document.querySelector("main");
main.querySelector("code").textContent = address;
main.querySelector("button").onclick = proceed;

isListed().then(
  (listed) => (listed ? (main.hidden = false) : proceed()),
  (error) => {
    console.error(error);
    main.hidden = false; // without an answer, show the warning
  },
);
