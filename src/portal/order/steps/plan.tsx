import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Hidden } from '#portal/mypage/flow/form.tsx'
import { formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { loginAddress } from '#vocabulary/login.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { addLine } from '../add-line.ts'
import { ApplyFrame, fieldsOf, type StepProps } from '../frame.tsx'
import { isNoneFound } from '../places.ts'

/** What people do with it, for the sizes that are cards on the top page too. */
const uses: Readonly<Record<number, string>> = {
  10: '最大200kbpsのまま',
  11: '連絡と地図',
  13: 'ウェブと音楽',
  18: '動画も少し',
  25: '動画を毎日',
}

export function PlanStep({ at, stayed }: StepProps) {
  const [query] = useSearchParams()
  const { application, carried, plans, maxLines } = at
  const { answers } = application
  const lines = answers.lines.length || carried.kinds.length || 1
  // Not before one has chosen: without script nothing would bring back what was taken away.
  const [chosenLines, setChosenLines] = useState(1)
  const of = fieldsOf(stayed, {
    plan: String(answers.plan ?? carried.plan ?? ''),
    lines: String(lines),
  })
  const kind = answers.lines[0]?.kind ?? carried.kinds[0] ?? 'voice'
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title="データ容量と回線数を選んでください"
      lead="データ容量は、あとから毎月変えられます。足りない月は、データチャージで追加できます。"
      head={isNoneFound(query) ? <NoneFound /> : null}
    >
      {answers.lines.length === 0 ? <Hidden values={{ kinds: carried.kinds }} /> : null}
      <div className="apply-lines">
        <RadioCards
          {...of('lines')}
          label="回線数"
          required
          onChoose={(value) => setChosenLines(Number(value))}
          options={Array.from({ length: maxLines }, (_, index) => ({
            value: String(index + 1),
            label: `${index + 1}回線`,
          }))}
        />
      </div>
      <div className="apply-sizes">
        <RadioCards
          {...of('plan')}
          label="データ容量"
          required
          hint="2回線以上では、1つの容量を分け合います（8GBから）。"
          options={plans.map(({ plan, name, shareable, monthlyYen }) => {
            const isOff = chosenLines > 1 && !shareable
            return {
              value: String(plan),
              label: name,
              hint: isOff ? '1回線のときに選べます' : uses[plan],
              disabled: isOff,
              beside: `月${formatYen(monthlyYen[kind])}`,
            }
          })}
        />
      </div>
      <p className="small muted">
        金額は1回線目の月額（税込）です。ご契約はお一人につき1契約です。すでにご契約中の方は、
        <a href={addLine.href}>マイページで回線を増やせます</a>。
      </p>
    </ApplyFrame>
  )
}

/** The record of this browser is gone; that of an account is found again by its login. */
function NoneFound() {
  return (
    <Notice tone="warning" title="入力中のお申し込みが見つかりませんでした" role="status">
      <p>
        ほかの端末に引き継いだか、期限が過ぎて削除されています。この端末で新しく入力するときは、このままお進みください。
      </p>
      <p>
        ログインしてから進めていたお申し込みは、
        <a href={loginAddress(orderPages.apply)}>ログインすると続きから入力できます</a>。
      </p>
    </Notice>
  )
}
