import { html } from '@wp/http'
import { median, round, type Report } from '../measure.ts'

const width = 860
const labelWidth = 340
const rowHeight = 22
const top = 40

/** Draws a report's medians as bars, each with a line from its lowest to its highest round. */
export const toPlot = ({ title, unit, results }: Report): string => {
  const rows = Object.entries(results)
  const most = Math.max(...rows.map(([, values]) => Math.max(...values)), Number.MIN_VALUE)
  const x = (value: number): number => Math.round(labelWidth + (value / most) * (width - labelWidth - 90))
  const bars = rows.map(([subject, values], index) => {
    const y = top + index * rowHeight
    const middle = y + rowHeight / 2
    const [low, mid, high] = [Math.min(...values), median(values), Math.max(...values)]
    return html`<text x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end">${subject}</text>
      <rect
        x="${labelWidth}"
        y="${y + 3}"
        width="${x(mid) - labelWidth}"
        height="${rowHeight - 6}"
        fill="#4c78a8"
      />
      <path d="M${x(low)} ${middle}H${x(high)}" stroke="#222" />
      <text x="${x(high) + 6}" y="${middle + 4}">${round(mid)}</text> `
  })
  const height = top + rows.length * rowHeight + 10
  const head = `${title} (${unit})`
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    font-family="sans-serif"
    font-size="12"
  >
    <rect width="${width}" height="${height}" fill="#fff" />
    <text x="10" y="22" font-size="14" font-weight="bold">${head}</text>
    ${bars}
  </svg> `.text
}
