export type Segment = {
  readonly value: string
  readonly label: string
  /** Said after the label where the row's name alone would not make it clear. */
  readonly unit?: string
}

type SegmentsProps = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly note?: string
  readonly chosen: string
  readonly segments: readonly Segment[]
  /** Further choices of the same group in a second row, opened by a box at the end of the first. */
  readonly more?: { label: string; unit: string; segments: readonly Segment[] }
  readonly isWrong?: boolean
}

/** One question and its answers in a row: native radio buttons, so that it needs no script. */
export function Segments(props: SegmentsProps) {
  const { id, name, label, note, chosen, segments, more, isWrong = false } = props
  const radio = (segment: Segment) => (
    <label className="label-radio segment" key={segment.value}>
      <input
        type="radio"
        name={name}
        value={segment.value}
        defaultChecked={segment.value === chosen}
      />
      <Words {...segment} />
    </label>
  )
  return (
    <div
      className="segments"
      role="radiogroup"
      id={id}
      tabIndex={isWrong ? -1 : undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={isWrong ? `${id}-error` : undefined}
      aria-invalid={isWrong || undefined}
    >
      <span className="segments__label" id={`${id}-label`}>
        {label}
        {note === undefined ? null : <small> {note}</small>}
      </span>
      <span className="segments__row">
        {segments.map(radio)}
        {more === undefined ? null : (
          <label className="label-radio segment segment--more">
            <input type="checkbox" />
            <Words {...more} />
          </label>
        )}
      </span>
      {more === undefined ? null : (
        <span className="segments__row segments__rest">{more.segments.map(radio)}</span>
      )}
    </div>
  )
}

function Words({ label, unit = '' }: Pick<Segment, 'label' | 'unit'>) {
  return (
    <span>
      {label}
      {unit === '' ? null : <span className="visually-hidden">{unit}</span>}
    </span>
  )
}
