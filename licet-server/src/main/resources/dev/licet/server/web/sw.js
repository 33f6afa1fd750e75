// Shows what is asked when no page is open. A push says which approval it is about; whether that still waits, and what it is,
// the server says, so that a push which comes late or again shows nothing that is over.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function show(push) {
  const reply = await fetch(`/v1/approvals/${encodeURIComponent(push.id)}`).catch(() => null);
  const approval = reply?.ok ? await reply.json() : null;
  if (approval !== null && approval.state !== "pending") {
    const shown = await self.registration.getNotifications({ tag: push.id });
    for (const notification of shown) notification.close();
    return self.registration.showNotification("Answered", { body: `${approval.display.tool}: ${approval.state}`, tag: push.id, silent: true, data: push });
  }
  return self.registration.showNotification(push.title, {
    // Who is signed out here, or away from the server, sees what the push itself says.
    body: approval === null ? push.text : approval.display.text.slice(0, 300),
    tag: push.id,
    icon: "/icon.svg",
    requireInteraction: true,
    data: push,
  });
}

self.addEventListener("push", (event) => {
  let push = {};
  try {
    push = event.data.json();
  } catch {
    push = {};
  }
  if (typeof push.id === "string") event.waitUntil(show({ id: push.id, title: String(push.title), text: String(push.text) }));
  else event.waitUntil(self.registration.showNotification(String(push.title ?? "Licet"), { body: String(push.text ?? ""), tag: "licet", data: {} }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { id } = event.notification.data ?? {};
  const place = id ? `/#/inbox/${encodeURIComponent(id)}` : "/#/inbox";
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async (windows) => {
      if (windows.length === 0) return self.clients.openWindow(place);
      const [first] = windows;
      await first.navigate(place).catch(() => {});
      return first.focus();
    }),
  );
});
