import { Drawing } from '#ui/drawing/drawing.tsx'
import identityCheck from '#ui/drawing/identity-check.svg?raw'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { ApplyFrame, type StepProps } from '../frame.tsx'
import { pathOf } from '../places.ts'
import type { Application } from '../wire.ts'
import { NextStep } from './next-step.tsx'

/** Nothing more is asked of the applicant: the check has passed, or staff look at it. */
const settled: readonly string[] = ['matched', 'manual', 'not_required']
const failed: readonly string[] = ['mismatch', 'unreadable', 'expired']

export function IdentityStep({ at, stayed }: StepProps) {
  const { state, stateLabel, message } = at.application.identity
  if (settled.includes(state))
    return (
      <ApplyFrame at={at} stayed={stayed} title="本人確認" hasForm={false}>
        <Notice
          tone={state === 'manual' ? 'info' : 'good'}
          title={`本人確認：${stateLabel}`}
          role="status"
        >
          {message}
        </Notice>
        {state === 'manual' ? (
          <p>申し込みは、このまま続けられます。確認が済むまで、開通をお待ちいただきます。</p>
        ) : null}
        <NextStep at={at} />
      </ApplyFrame>
    )
  const hasFailed = failed.includes(state)
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title={hasFailed ? '本人確認を、もう一度お願いします' : '本人確認をします'}
      lead="音声通話SIMの契約には、携帯電話不正利用防止法により本人確認が必要です。スマートフォンで書類のICチップを読み取ります。2分ほどで済みます。"
      submitLabel={hasFailed ? 'もう一度読み取る' : '読み取りを始める'}
      head={hasFailed ? <LastReading application={at.application} /> : null}
    >
      <div className="apply-drawing">
        <Drawing svg={identityCheck} alt="" />
      </div>
      <ul>
        <li>
          マイナンバーカード（署名用の暗証番号）か、運転免許証（暗証番号2つ）をご用意ください。
        </li>
        <li>マイナンバー（個人番号）は読み取らず、保存もしません。</li>
        <li>読み取りが続けてうまくいかないときは、担当者が確認します。</li>
      </ul>
    </ApplyFrame>
  )
}

function LastReading({ application }: { readonly application: Application }) {
  const { state, stateLabel, message, attemptsLeft, expiresAt } = application.identity
  const { holder } = application.answers
  return (
    <Notice tone="warning" title={`前の読み取り：${stateLabel}`} role="status">
      <p>{message}</p>
      {state === 'mismatch' && holder !== undefined ? (
        <p>
          書類の氏名・住所・生年月日と、
          <a href={pathOf({ step: 'holder' })}>
            入力した内容（{holder.lastName} {holder.firstName}さん）
          </a>
          を見比べてください。
        </p>
      ) : null}
      {attemptsLeft === undefined ? null : <p>あと{attemptsLeft}回試せます。</p>}
      {expiresAt === undefined ? null : <p>{formatDateTime(expiresAt)}までに済ませてください。</p>}
    </Notice>
  )
}
