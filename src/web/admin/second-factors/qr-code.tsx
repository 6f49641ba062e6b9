import { encode } from 'uqr'

/** The margin around a QR code that cameras need, in squares. */
const margin = 4

/** A text as a QR code: dark squares on white in every theme, or no camera could read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 0 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  const length = size + 2 * margin
  return (
    <svg
      className="qr-code"
      viewBox={`${-margin} ${-margin} ${length} ${length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width={length} height={length} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
