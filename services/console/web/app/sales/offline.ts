type Policy = { createScriptURL(address: string): unknown }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): Policy
}

const address = '/console/worker.js'

let started = false

/** The content security policy accepts only this address for dynamically loaded scripts. */
const trusted = (): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('console-worker', {
    createScriptURL: (given) => {
      if (given !== address) throw new TypeError(`${given} is not the service worker`)
      return given
    },
  })
  return (policy?.createScriptURL(address) ?? address) as string
}

/**
 * Lets the console open without a connection. Browsers allow this only on pages with TLS and on localhost;
 * elsewhere, an open page can still sell, but cannot be reopened until the connection is back.
 */
export const keepPagesOffline = (): void => {
  if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  started = true
  navigator.serviceWorker.register(trusted(), { scope: '/console' }).catch(reportError)
}
