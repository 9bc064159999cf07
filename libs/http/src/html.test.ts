import { describe, expect, it } from 'vitest'
import { Html, html } from './html.ts'

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
