import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { Section } from '#ui/layout.tsx'

type NextStepsProps = {
  readonly steps: readonly { readonly text: string; readonly on?: string | undefined }[]
}

/** What follows by itself once something is accepted, with its days. */
export function NextSteps({ steps }: NextStepsProps) {
  if (steps.length === 0) return null
  return (
    <Section id="next" title="これからの流れ">
      <ol className="steps">
        {steps.map(({ text, on }) => (
          <li key={text}>
            <strong>{text}</strong>
            {on === undefined ? null : <p>{formatWhen(on)}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
