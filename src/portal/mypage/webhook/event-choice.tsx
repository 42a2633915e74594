import { Checkbox } from '#ui/checkbox.tsx'
import { webhookEventLabels, webhookEventTypes } from '#vocabulary/webhook.ts'

type EventChoiceProps = {
  readonly chosen: readonly string[]
  readonly error: string | undefined
}

/** What a receiver is told of. */
export function EventChoice({ chosen, error }: EventChoiceProps) {
  return (
    <fieldset
      id="events"
      className={error === undefined ? undefined : 'field--wrong'}
      aria-describedby={error === undefined ? undefined : 'events-error'}
    >
      <legend>お届けするできごと</legend>
      {error === undefined ? null : (
        <p id="events-error" className="field__error">
          {error}
        </p>
      )}
      {webhookEventTypes.map((type) => (
        <Checkbox
          key={type}
          id={`events-${type}`}
          name="events"
          value={type}
          label={webhookEventLabels[type]}
          hint={<code>{type}</code>}
          defaultChecked={chosen.includes(type)}
        />
      ))}
    </fieldset>
  )
}
