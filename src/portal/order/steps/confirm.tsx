import { useSearchParams } from 'react-router'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { Hidden } from '#portal/mypage/flow/form.tsx'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatDate, formatPhone, formatZipCode } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { lineUserLabels, numberSourceLabels } from '#vocabulary/application.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { FirstBills } from '../first-bills.tsx'
import { hasDelivery } from '../has-delivery.ts'
import { ApplyFrame, fieldsOf, type StepProps } from '../frame.tsx'
import { pathOf, type Place } from '../places.ts'
import type { GivenLine, Application, Quote } from '../wire.ts'

/** 最終確認: everything that is ordered with the way back to each, and what the law wants said before the button. */
export function ConfirmStep({ at, stayed }: StepProps) {
  const [query] = useSearchParams()
  const { application, quote } = at
  const { conclusion, version } = application
  const { error } = fieldsOf(stayed, {})('agreed')
  // A tick that was not taken in stays, unless something else is to be agreed to now.
  const typed = stayed?.typed
  const wasAgreed =
    typed?.['agreed'] === 'yes' &&
    typed['version'] === String(version) &&
    typed['conditions'] === conclusion?.conditions
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title="お申し込み内容の最終確認"
      submitLabel="申し込みを確定する"
      isLast
      head={
        query.get('note') === 'changed' ? (
          <Notice tone="warning" title="内容が変わりました" role="status">
            最終確認を開いたあとで、料金・規約または入力した内容が変わりました。まだ申し込まれていません。新しい内容を確認してください。
          </Notice>
        ) : null
      }
    >
      {quote === undefined ? null : <Payments quote={quote} />}
      <Card className="card apply-facts">
        <h2>申し込む内容</h2>
        <SummaryList entries={entriesOf(application, quote)} />
      </Card>
      {conclusion === undefined ? null : (
        <Card className="card apply-facts">
          <h2>契約の条件</h2>
          <SummaryList entries={conclusion.facts.map(({ heading, body }) => [heading, body])} />
        </Card>
      )}
      <Hidden values={{ conditions: conclusion?.conditions, version: String(version) }} />
      <Checkbox
        name="agreed"
        value="yes"
        required
        defaultChecked={wasAgreed}
        label="申し込む内容と契約の条件を確認しました"
        {...(error === undefined ? {} : { error })}
      />
    </ApplyFrame>
  )
}

/** Price now, monthly, and what the first three bills come to. */
function Payments({ quote }: { readonly quote: Quote }) {
  return (
    <Card className="card apply-facts">
      <h2>お支払い（税込）</h2>
      <p className="apply-sums">
        <span>
          毎月 <Amount yen={quote.monthly.totalYen} tax="none" size="figure" />
        </span>
        <span>
          初回のみ <Amount yen={quote.oneOff.totalYen} tax="none" size="figure" />
        </span>
      </p>
      <FirstBills quote={quote} />
      <div className="folds">
        <Charges title="毎月の料金の内訳" totals={quote.monthly} />
        <Charges title="初回の費用の内訳" totals={quote.oneOff} />
      </div>
    </Card>
  )
}

const withoutWeekday = (day: string) => formatDate(day).replace(/（.）$/u, '')

const change = (place: Place, label: string) => ({ change: { href: pathOf(place), label } })

function entriesOf(
  { answers, account, identity, card, steps }: Application,
  quote: Quote | undefined,
): SummaryEntry[] {
  const { lines, options = [], holder } = answers
  const address = hasDelivery(lines) ? 'お届け先' : 'ご住所'
  const asksIdentity = steps.some(({ step }) => step === 'identity')
  return [
    [
      'データ容量と回線数',
      `${quote?.planName ?? ''}・${lines.length}回線（SIM${lines.length}枚分）`,
      change({ step: 'plan' }, 'データ容量と回線数'),
    ],
    ...lines.flatMap(lineEntries),
    [
      'オプション',
      options.length === 0 ? 'なし' : options.map(optionWords).join('、'),
      change({ step: 'options' }, 'オプション'),
    ],
    [
      'ご契約者',
      holder && (
        <>
          {holder.lastName} {holder.firstName}（{holder.lastNameKana} {holder.firstNameKana}）
          <span className="flow-note">
            {withoutWeekday(holder.birth)}生まれ・{formatPhone(holder.phone)}
          </span>
        </>
      ),
      change({ step: 'holder' }, 'ご契約者'),
    ],
    ['お知らせの送り先', holder && account.emailMasked],
    [
      address,
      holder &&
        `〒${formatZipCode(holder.zipCode)} ${holder.region}${holder.locality}${holder.street}`,
      change({ step: 'holder' }, address),
    ],
    [
      '本人確認',
      asksIdentity ? identity.stateLabel : undefined,
      change({ step: 'identity' }, '本人確認'),
    ],
    [
      'お支払い方法',
      card && `${card.brand} 末尾${card.numberMasked.slice(-4)}`,
      change({ step: 'card' }, 'お支払い方法'),
    ],
  ]
}

const optionWords = ({ line, name }: NonNullable<Application['answers']['options']>[number]) =>
  line === undefined ? name : `${name}（${line}回線目）`

function lineEntries(given: GivenLine): SummaryEntry[] {
  const { line, kind, size, by, number, user, nickname, under18, lastDay } = given
  if (kind === undefined || size === undefined) return []
  const notes = [
    by === undefined || kind !== 'voice' ? undefined : numberSourceLabels[by],
    number === undefined || by === 'new' ? undefined : formatPhone(number),
    by === 'reservation' && lastDay !== undefined ? `期限${formatDate(lastDay)}` : undefined,
    user === undefined ? undefined : `使う方：${lineUserLabels[user]}`,
    under18 ? 'フィルタリングを付けます' : undefined,
  ]
  return [
    [
      `${line}回線目${nickname ? `（${nickname}）` : ''}`,
      <>
        {kindLabels[kind]}・{simSizeLabels[size]}
        {notes.filter(Boolean).map((note) => (
          <span key={note} className="flow-note">
            {note}
          </span>
        ))}
      </>,
      change({ step: 'kind', line }, `${line}回線目`),
    ],
  ]
}
