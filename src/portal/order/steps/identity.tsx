import { Drawing } from '#ui/drawing/drawing.tsx'
import identityCheck from '#ui/drawing/identity-check.svg?raw'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { identityDocuments } from '#vocabulary/identity.ts'
import { kindLabels } from '#vocabulary/line.ts'
import { ApplyFrame, type StepProps } from '../frame.tsx'
import { pathOf } from '../places.ts'
import type { Application } from '../wire.ts'
import { NextStep } from './next-step.tsx'

/** Nothing more is asked of the applicant: the check has passed, or staff look at it. */
const decided: readonly string[] = ['matched', 'manual', 'not_required']
const failed: readonly string[] = ['mismatch', 'unreadable', 'expired']

export function IdentityStep({ at, stayed }: StepProps) {
  const { state, stateLabel, message } = at.application.identity
  if (decided.includes(state))
    return (
      <ApplyFrame at={at} stayed={stayed} title="本人確認" hasForm={false}>
        <Notice tone={state === 'manual' ? 'info' : 'good'} title={stateLabel} role="status">
          {state === 'manual'
            ? '読み取りでは確認できなかったため、担当者が書類の内容を確認しています。結果をメールでお知らせします。'
            : message}
        </Notice>
        {state === 'manual' ? (
          <p>
            お客さまにしていただくことはありません。このまま申し込みを続けられます。確認が済みしだい、開通の準備を始めます。
          </p>
        ) : null}
        <NextStep at={at} />
      </ApplyFrame>
    )
  const hasFailed = failed.includes(state)
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title={hasFailed ? 'もう一度、本人確認をお願いします' : '本人確認をお願いします'}
      lead={`${subjectOf(at.application)}の契約には、携帯電話不正利用防止法により本人確認が必要です。スマートフォンで書類のICチップを読み取ります。2分ほどで終わります。`}
      submitLabel={hasFailed ? 'もう一度読み取る' : '読み取りを始める'}
      head={hasFailed ? <LastReading application={at.application} /> : null}
    >
      <div className="apply-drawing">
        <Drawing svg={identityCheck} alt="" />
      </div>
      <ul>
        <li>
          {Object.values(identityDocuments).join('、')}
          のどれか一つと、その暗証番号（マイナンバーカードは署名用の暗証番号、運転免許証は暗証番号2つ）をご用意ください。マイナンバーカードの署名用電子証明書のほかは、お顔の撮影もあります。
        </li>
        <li>
          パソコンの方は、次の画面のQRコードをスマートフォンで読み取ってください。読み取りのあとは、パソコンで続きを入力できます。
        </li>
        <li>マイナンバー（個人番号）は読み取らず、保存もしません。</li>
        <li>3回読み取れないときは、担当者が確認します。申し込みは続けられます。</li>
      </ul>
    </ApplyFrame>
  )
}

/** The SIMs of this order for which the law asks it: 「音声通話SIM」. */
const subjectOf = ({ answers, identified }: Application) =>
  identified
    .filter((kind) => answers.lines.some((line) => line.kind === kind))
    .map((kind) => kindLabels[kind])
    .join('と') || 'SIM'

function LastReading({ application }: { readonly application: Application }) {
  const { state, stateLabel, message, attemptsLeft, expiresAt } = application.identity
  const { holder } = application.answers
  return (
    <Notice tone="warning" title={stateLabel} role="status">
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
      {attemptsLeft === undefined ? null : (
        <p>あと{attemptsLeft}回試せます。それでもうまくいかないときは、担当者が確認します。</p>
      )}
      {expiresAt === undefined ? null : <p>{formatDateTime(expiresAt)}までに済ませてください。</p>}
    </Notice>
  )
}
