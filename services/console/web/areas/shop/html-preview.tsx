import { ImageIcon } from 'lucide-react'
import { createElement, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/language.ts'
import { Quiet } from '../../ui/cell.tsx'
import { parseHtml, toHtml } from './html.rules.ts'
import type { HtmlNode } from './html.rules.ts'
import styles from './shop.module.css'

/** React's names for attributes of tables. */
const renamed: Record<string, string> = { colspan: 'colSpan', rowspan: 'rowSpan' }

const draw = (node: HtmlNode, key: number): ReactNode => {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  // Pictures of other sites are blocked in the console.
  if (tag === 'img')
    return (
      <span key={key} className={styles['image']}>
        <ImageIcon aria-hidden="true" />
        {attributes['alt']}
      </span>
    )
  const properties = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [renamed[name] ?? name, value]),
  )
  const link = tag === 'a' && { target: '_blank', rel: 'noreferrer' }
  return createElement(tag, { key, ...properties, ...link }, ...children.map(draw))
}

/** Shows roughly what visitors will see. */
export const HtmlPreview = ({ html }: { html: string }) => {
  const text = useText()
  const nodes = useMemo(() => parseHtml(toHtml(html)).map(draw), [html])
  return (
    <div className={styles['preview']} dir="auto">
      {html.trim() === '' ? (
        <p>
          <Quiet>{text('shop.previewEmpty')}</Quiet>
        </p>
      ) : (
        nodes
      )}
    </div>
  )
}
