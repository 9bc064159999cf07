import { describe, expect, it } from 'vitest'
import { fillHtml, Html, html } from './html.ts'

describe('html', () => {
  it('escapes every value that is not already Html, and omits null, undefined and false', () => {
    const name = `"><script>alert('1')</script>&`
    expect(html`<p title="${name}">${name}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</p>',
    )
    const list = ['a', '<b>'].map((text) => html`<i>${text}</i>`)
    expect(html`<p>${list}</p>`.text).toBe('<p><i>a</i><i>&lt;b&gt;</i></p>')
    expect(html`${new Html('<b>x</b>')}${null}${false}${undefined}${0}`.text).toBe('<b>x</b>0')
  })
})

describe('fillHtml', () => {
  it('replaces placeholders and escapes the text and its values', () => {
    const filled = fillHtml('<{a}> of {b}', { a: '<i>', b: html`<bdi>${'2 & 3'}</bdi>` })
    expect(filled.text).toBe('&lt;&lt;i&gt;&gt; of <bdi>2 &amp; 3</bdi>')
    expect(fillHtml('no placeholders', {}).text).toBe('no placeholders')
  })
})
