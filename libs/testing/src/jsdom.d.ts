/** The part of jsdom that tests use; its own types would add browser globals to every file. */
declare module 'jsdom' {
  import type * as axe from 'axe-core'

  type PageElement = {
    readonly textContent: string | null
    getAttribute(name: string): string | null
    querySelectorAll(selector: string): Elements<{ name: string; value: string }>
  }
  type Elements<Element> = ArrayLike<Element> & Iterable<Element>
  export type PageDocument = {
    readonly body: PageElement
    readonly documentElement: PageElement & { lang: string; dir: string }
    querySelector(selector: string): PageElement | null
    querySelectorAll(selector: 'input'): Elements<{ name: string; value: string }>
    querySelectorAll(selector: 'img'): Elements<{ src: string }>
    querySelectorAll(selector: string): Elements<PageElement>
  }
  export class JSDOM {
    constructor(html: string, options?: { runScripts?: 'outside-only' })
    readonly window: {
      readonly document: PageDocument & { open(): void; write(html: string): void; close(): void }
      readonly DOMParser: new () => { parseFromString(html: string, type: 'text/html'): PageDocument }
      /** Exists after its source was evaluated. */
      readonly axe?: typeof axe
      eval(script: string): void
    }
  }
}
