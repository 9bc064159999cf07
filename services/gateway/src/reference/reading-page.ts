import { html } from '@wp/http'
import type { Html } from '@wp/http'

/** An entry of a page: its id is also its heading. */
export type ReadingItem = { readonly id: string; readonly note: string; readonly body: Html }
export type ReadingGroup = {
  readonly name: string
  readonly introduction: Html | null
  readonly items: readonly ReadingItem[]
}

type Page = {
  readonly path: string
  readonly heading: string
  readonly sidebar: Html | null
  readonly search: Html
  readonly body: Html
  readonly scripts: Html
}

const pages = [
  ['/docs', 'Reference'],
  ['/docs/events', 'Events'],
  ['/docs/errors', 'Errors'],
] as const

/** Renders the frame of all pages of the reference: header, sidebar and content. */
export const documentPage = ({ path, heading, sidebar, search, body, scripts }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${heading} · Workspace Platform</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/assets/reference.css" />
        <script src="/docs/assets/theme.js"></script>
        ${scripts}
      </head>
      <body>
        <header>
          <button type="button" id="menu">Menu</button>
          <a class="brand" href="/docs">Workspace Platform</a>
          <nav aria-label="Pages">
            ${pages.map(([address, name]) =>
              address === path
                ? html`<a href="${address}" aria-current="page">${name}</a>`
                : html`<a href="${address}">${name}</a>`,
            )}
            <a href="/openapi.json">OpenAPI</a>
          </nav>
          ${search}
          <div id="login"><button type="button" id="theme">Theme</button></div>
        </header>
        <div class="layout">
          <nav id="sidebar" aria-label="Index">${sidebar}</nav>
          <main>${body}</main>
        </div>
      </body>
    </html>`.text

/** Renders a page of entries, such as events or errors, with an index and a filter. */
export const readingPage = (path: string, heading: string, groups: readonly ReadingGroup[]): string =>
  documentPage({
    path,
    heading,
    scripts: html`<script type="module" src="/docs/assets/filter.js"></script>`,
    search: html`<div id="search">
      <input id="filter" type="search" placeholder="Filter (/)" aria-label="Filter" />
    </div>`,
    sidebar: html`${groups.map(
      ({ name, items }) =>
        html`<section>
          <h2>${name}</h2>
          <ul>
            ${items.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}
          </ul>
        </section>`,
    )}`,
    body: html`<h1>${heading}</h1>
      <p id="none" hidden>Nothing found</p>
      ${groups.map(
        ({ name, introduction, items }) =>
          html`<section data-group>
            <h2>${name}</h2>
            ${introduction}
            ${items.map(
              ({ id, note, body }) =>
                html`<section class="item" id="${id}" data-item>
                  <h3>${id} <small>${note}</small></h3>
                  ${body}
                </section>`,
            )}
          </section>`,
      )}`,
  })
