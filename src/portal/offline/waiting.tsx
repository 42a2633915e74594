import { takeBack } from '#portal/stored/asked.ts'
import type { Asked } from '#portal/stored/figures.ts'
import { IDLE_MINUTES } from '#vocabulary/login.ts'
import { Button } from '#ui/button.tsx'
import { formatTime } from '#ui/format.ts'

/** Later the login has run out, and who pressed expects nothing any more. */
export const sendByMs = (nowMs: number) => nowMs + IDLE_MINUTES * 60_000

type WaitingProps = {
  readonly asked: Asked
  /** What will be done, as a sentence without its end. */
  readonly does: string
  readonly onChange: (asked: readonly Asked[]) => void
}

/** What is sent when the line is back, until when, and the way to leave it. */
export function Waiting({ asked, does, onChange }: WaitingProps) {
  return (
    <>
      <p role="status">
        <strong>待っています：</strong>
        {does}（{formatTime(new Date(asked.sendByMs).toISOString())}
        までにつながれば、1回だけ送ります）
      </p>
      <Button kind="plain" type="button" onClick={() => void takeBack(asked.key).then(onChange)}>
        取りやめる
      </Button>
    </>
  )
}
