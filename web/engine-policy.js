/**
 * Which hosts the engine may reach: the services, and what the page named as `?reach=`, say the visitor's own gateway.
 *
 * A policy in the document's source cannot know that address, and policies can only narrow each other; so the source
 * has a wide one, and this one is added before PyScript is loaded. The worker inherits both.
 */
const SERVICES = ["https://openlibrary.org", "https://www.googleapis.com", "https://*.wikipedia.org"];

const named = new URL(location.href).searchParams.getAll("reach").map((address) => new URL(address).origin);
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
policy.content = `connect-src 'self' blob: ${[...SERVICES, ...named].join(" ")}`;
document.head.append(policy);
