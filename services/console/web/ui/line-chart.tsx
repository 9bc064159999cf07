import { useLayoutEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import styles from './line-chart.module.css'
import { labelIndexes, lineThrough, nearestTo, pointsOf, ticksFor } from './line-chart.rules.ts'

type Props = {
  /** The names of the points along the line, such as days. */
  labels: readonly string[]
  values: readonly number[]
  /** The values of the previous period, shown as a dotted line. */
  before: readonly number[]
  names: { point: string; values: string; before: string; table: string }
  /** Formats a value in the table and beside the pointer. */
  format: (value: number) => string
  /** Formats a value at the axis, where space is limited. */
  formatTick: (value: number) => string
}

const plotHeight = 180
const labelWidth = 88

/** The width of an element, and whether its text runs from right to left. */
const useBox = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState({ width: 0, isMirrored: false })
  useLayoutEffect(() => {
    const element = ref.current!
    const measure = (): void =>
      setBox({ width: element.clientWidth, isMirrored: getComputedStyle(element).direction === 'rtl' })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return { ref, ...box }
}

/** A time series, compared with the previous period. The table below makes all values accessible. */
export const LineChart = ({ labels, values, before, names, format, formatTick }: Props) => {
  const { ref, width, isMirrored } = useBox()
  const [active, setActive] = useState<number | null>(null)
  const ticks = ticksFor([...values, ...before])
  const range = [ticks[0]!, ticks.at(-1)!] as const
  const box = { width, height: plotHeight, isMirrored }
  const [points, earlier] = [values, before].map((each) => pointsOf(each, labels.length, range, box)) as [
    ReturnType<typeof pointsOf>,
    ReturnType<typeof pointsOf>,
  ]
  const [zero] = pointsOf([0], 1, range, box)
  const at = active === null ? undefined : points[active]
  const onPointerMove = (event: PointerEvent): void =>
    setActive(nearestTo(event.clientX - ref.current!.getBoundingClientRect().left, points))
  const shownLabels = labelIndexes(labels.length, Math.max(2, Math.floor(width / labelWidth)))
  return (
    <div className={styles['chart']}>
      <p className={styles['legend']}>
        <span>{names.values}</span>
        <span className={styles['earlier']}>{names.before}</span>
      </p>
      <div className={styles['frame']} aria-hidden="true">
        <div className={styles['ticks']}>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{formatTick(tick)}</span>
          ))}
        </div>
        <div>
          <div
            ref={ref}
            className={styles['plot']}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setActive(null)}
          >
            <svg width={width} height={plotHeight}>
              {ticks.map((tick) => {
                const y = pointsOf([tick], 1, range, box)[0]!.y
                return <line key={tick} className={styles['line']} x1={0} x2={width} y1={y} y2={y} />
              })}
              {points.length > 1 && (
                <path
                  className={styles['area']}
                  d={`${lineThrough(points)}L${points.at(-1)!.x} ${zero!.y}L${points[0]!.x} ${zero!.y}Z`}
                />
              )}
              <path className={styles['before']} d={lineThrough(earlier)} />
              <path className={styles['now']} d={lineThrough(points)} />
              {at && <line className={styles['cursor']} x1={at.x} x2={at.x} y1={0} y2={plotHeight} />}
              {at && <circle className={styles['dot']} cx={at.x} cy={at.y} r={4} />}
            </svg>
            {at && active !== null && (
              <div className={styles['tip']} style={{ left: Math.max(0, Math.min(at.x - 80, width - 160)) }}>
                <b>{labels[active]}</b>
                <span>
                  {names.values} <b>{format(values[active]!)}</b>
                </span>
                {before[active] !== undefined && (
                  <span>
                    {names.before} {format(before[active])}
                  </span>
                )}
              </div>
            )}
          </div>
          <div className={styles['labels']}>
            {shownLabels.map((index) => (
              <span key={index} style={{ left: Math.max(24, Math.min(points[index]?.x ?? 0, width - 24)) }}>
                {labels[index]}
              </span>
            ))}
          </div>
        </div>
      </div>
      <details>
        <summary>{names.table}</summary>
        <div className={styles['scroller']} tabIndex={0} role="region" aria-label={names.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{names.point}</th>
                <th scope="col">{names.values}</th>
                <th scope="col">{names.before}</th>
              </tr>
            </thead>
            <tbody>
              {labels.map((label, index) => (
                <tr key={index}>
                  <th scope="row">{label}</th>
                  <td>{format(values[index]!)}</td>
                  <td>{before[index] === undefined ? '–' : format(before[index])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}
