import { Hidden, HiddenKeys, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Form } from '#portal/fields/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { fullNameOfLine, hrefOfLine } from './line-words.ts'
import type { Line } from './wire.ts'

/** At the head of every page of my page while a lost line is stopped: which it is, and the way back. */
export function StoppedLines({ lines, keys }: { lines: readonly Line[]; keys: FormKeys }) {
  return lines.map((line) => (
    <Notice key={line.lineId} tone="warning" title={`${fullNameOfLine(line)}を止めています`}>
      <p>
        紛失のお届けにより、通話・SMS・データ通信はできません。見つかったら、すぐに再開できます。
      </p>
      <ResumeForm lineId={line.lineId} keys={keys} />
    </Notice>
  ))
}

/** From whichever page; the line's own page says what came of it. */
function ResumeForm({ lineId, keys }: { lineId: string; keys: FormKeys }) {
  return (
    <Form method="post" action={hrefOfLine(lineId)}>
      <HiddenKeys keys={keys} of={`resume.${lineId}`} />
      <Hidden values={{ intent: 'resume' }} />
      <Submit>この回線を再開する</Submit>
    </Form>
  )
}
