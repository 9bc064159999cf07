/** Realtime serves WebSocket connections only: no routes, and it publishes nothing. */
export const routes = []
export const events = []
