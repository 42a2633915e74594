import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { fullNameOfLine, hrefOfLine, suspensionWords } from '#portal/mypage/shared/line-words.ts'
import type { Line, Permission } from '#portal/mypage/shared/wire.ts'

type LostLineProps = {
  readonly line: Line
  readonly suspend: Permission | undefined
  readonly keys: FormKeys
}

/** One line on the page for lost phones: stopped at once, or why it is not. */
export function LostLine({ line, suspend, keys }: LostLineProps) {
  const { lineId, suspensionReason } = line
  return (
    <>
      <h2>{fullNameOfLine(line)}</h2>
      {suspend?.allowed ? (
        <StopForm lineId={lineId} keys={keys} />
      ) : (
        <p>
          {suspensionReason === undefined ? suspend?.message : suspensionWords[suspensionReason]}
        </p>
      )}
    </>
  )
}

/** Stops the line from any page; its own page shows the result. */
export function StopForm({ lineId, keys }: { lineId: string; keys: FormKeys }) {
  return (
    <KeyedForm
      keys={keys}
      of={`stop.${lineId}`}
      values={{ intent: 'stop' }}
      action={hrefOfLine(lineId)}
    >
      <Submit kind="danger">この回線を止める</Submit>
    </KeyedForm>
  )
}
