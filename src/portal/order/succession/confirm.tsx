import { redirect } from 'react-router'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { send } from '#portal/mypage/flow/submit.ts'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { successionApi } from '#protocol/succession.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatDate, formatPhone } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { successionPages } from '#vocabulary/site-pages.ts'
import { relationLabels, successionRequestLabels } from '#vocabulary/succession.ts'
import { SuccessionFrame } from './frame.tsx'
import { loadDraft } from './load.ts'
import { stay } from './stay.ts'
import type { Succession } from './wire.ts'
import type { Route } from './+types/confirm.ts'

const TITLE = '内容の確認'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadDraft(context, url)
  if (!loaded.succession.canSubmit) throw redirect(successionPages.apply)
  return loaded
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = await send(callOf(context, form), url, successionApi.successionSubmitPost, form)
  if ('value' in answer) return redirect(successionPages.apply)
  if (answer.refused.code === 'SUCCESSION_INCOMPLETE') return redirect(successionPages.apply)
  return stay(form, answer.refused)
}

export const meta = () => pageMeta({ title: TITLE, noindex: true })

export default function SuccessionConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { succession, press, keys } = loaderData
  const isEnd = succession.deceased?.wish === 'end'
  const error = errorsOf(actionData?.refused)['agreed']
  return (
    <SuccessionFrame title={TITLE} isStep {...{ press, keys }}>
      <Stopped refused={actionData?.refused} title="受け付けられませんでした" />
      <Card>
        <SummaryList entries={entriesOf(succession)} />
      </Card>
      <Section id="after" title={isEnd ? '解約するとき' : '引き継ぐとき'}>
        <ul>
          {(isEnd ? whenEnded : whenTakenOver).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Section>
      <KeyedForm
        keys={keys}
        of="submit"
        values={{ termsVersion: succession.terms.version }}
        className="form"
      >
        <p>
          <TextLink href={succession.terms.path} external>
            重要事項説明を読む
          </TextLink>
        </p>
        <Checkbox
          name="agreed"
          value="yes"
          required
          label="内容と重要事項を確認しました"
          {...(error === undefined ? {} : { error })}
        />
        <Submit kind="primary">この内容で申し込む</Submit>
      </KeyedForm>
    </SuccessionFrame>
  )
}

const notice =
  '受け付けると、ご契約者の連絡先にお知らせします。書類の確認が済んだときは、あらためてお知らせし、72時間お待ちしてからお手続きを進めます。それまで、ご契約は変わりません。'
const grace =
  '引き継いだあとの30日間は、未払いによる利用停止や契約解除はありません。書類の追加をお願いするあいだも、亡くなったことを確認できたときは、利用停止や契約解除を止めてお待ちします。'
const free = '手数料はかかりません。'

const whenTakenOver = [
  '電話番号、回線、データ残量、オプション、請求、契約書面、端末の分割払い、進行中のお手続き（解約の予約を除く）は、そのまま引き継がれます。お支払いが残っている料金も引き継がれます。',
  '引き継ぐ前の通話の明細は、亡くなった方のプライバシーのため表示しません。請求の合計には含まれます。',
  '亡くなった方のポイント連携と自動のデータチャージは引き継がれません。ご家族の役割、アクセスキーと連携したアプリ、Webhook、ウィジェット、受け取られていないギフトも、引き継ぐときに終わります。',
  notice,
  grace,
  free,
]
const whenEnded = [
  '72時間お待ちしたあとの、その月の末日で終わります。解約金はかかりません。その月までの料金は、いま登録されているカードに請求します。',
  '電話番号は使えなくなります。',
  notice,
  free,
]

const day = (date: string) => formatDate(date).replace(/（.）$/u, '')

function entriesOf({ deceased, heir, identity, documents, card }: Succession): SummaryEntry[] {
  if (deceased === undefined || heir === undefined) return []
  const change = (href: string, label: string) => ({ change: { href, label } })
  return [
    ['ご希望', successionRequestLabels[deceased.wish], change(successionPages.contract, 'ご希望')],
    [
      '亡くなった方',
      <>
        {deceased.lastNameKana} {deceased.firstNameKana}（{formatPhone(deceased.phone)}）
        <span className="flow-note">
          {day(deceased.birth)}生まれ・{day(deceased.diedOn)}に逝去
        </span>
      </>,
      change(successionPages.contract, '亡くなった方'),
    ],
    [
      'お手続きをする方',
      <>
        {heir.lastName} {heir.firstName}（{relationLabels[deceased.relation]}）
        <span className="flow-note">
          {heir.region}
          {heir.locality}
          {heir.street}
        </span>
      </>,
      change(successionPages.heir, 'お手続きをする方'),
    ],
    ['書類', `${documents.length}つ`, change(successionPages.documents, '書類')],
    ['本人確認', identity.stateLabel],
    ['お支払いのカード', card && `${card.brand} 末尾${card.numberMasked.slice(-4)}`],
  ]
}
