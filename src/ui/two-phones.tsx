import { arcPath } from './ring-geometry.ts'

/** `works`: rings · `rests`: a pause · `empty`: nothing yet, dashed. */
export type PhoneLook = 'works' | 'rests' | 'empty'

export type PhoneSide = {
  /** In the phone: its name, or 「いま」「新しい」. */
  readonly name: string
  readonly look: PhoneLook
  /** Below it: what it does. */
  readonly caption: string
  /** Below that, weightier. */
  readonly more?: string | undefined
}

type TwoPhonesProps = {
  /** Above both, where something has been reached. */
  readonly headline?: string | undefined
  readonly from: PhoneSide
  readonly to: PhoneSide
}

/** Two phones and which of them has the line: rings in the one that works, a pause in the one that rests. */
export function TwoPhones({ headline, from, to }: TwoPhonesProps) {
  return (
    <div className="two-phones stage">
      {headline === undefined ? null : <p className="two-phones__head">{headline}</p>}
      <div className="two-phones__pair">
        <Side {...from} />
        <svg className="two-phones__arrow" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12h16m-6-6 6 6-6 6" />
        </svg>
        <Side {...to} />
      </div>
    </div>
  )
}

function Side({ name, look, caption, more }: PhoneSide) {
  return (
    <figure className={`two-phones__side two-phones__side--${look}`}>
      <svg viewBox="0 0 84 150" aria-hidden="true">
        <rect className="two-phones__case" x="2" y="2" width="80" height="146" rx="9" />
        <path className="two-phones__ear" d="M34 10h16" />
        {look === 'works' ? <Rings /> : null}
        {look === 'rests' ? <Pause /> : null}
        {look === 'empty' ? <Waiting /> : null}
      </svg>
      <span className="two-phones__name">{name}</span>
      <figcaption>
        {caption}
        {more === undefined ? null : <strong>{more}</strong>}
      </figcaption>
    </figure>
  )
}

const Rings = () => (
  <>
    <circle className="two-phones__ring" cx="42" cy="86" r="29" />
    <circle className="two-phones__ring" cx="42" cy="86" r="19" />
    <circle className="two-phones__dot" cx="42" cy="86" r="6" />
  </>
)

const Waiting = () => <circle className="two-phones__waiting" cx="42" cy="86" r="20" />

const Pause = () => (
  <>
    <circle className="two-phones__waiting" cx="42" cy="86" r="20" />
    <path className="two-phones__pause" d="M37 79v14m10-14v14" />
  </>
)

/** A share of a day that is left, with its hours in words: `24h`. */
export function DayRing({ share, label }: { readonly share: number; readonly label: string }) {
  const angle = Math.min(Math.max(share, 0.02), 0.998) * 360
  return (
    <svg className="day-ring" viewBox="0 0 160 160" aria-hidden="true">
      <circle className="day-ring__track" cx="80" cy="80" r="66" />
      <path className="day-ring__left" d={arcPath({ r: 66, w: 0 }, 0, angle)} />
      <text x="80" y="94">
        {label}
      </text>
    </svg>
  )
}
