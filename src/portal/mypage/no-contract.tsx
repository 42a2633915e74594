import { brand } from '#brand'
import { pages } from '#vocabulary/pages.ts'
import { orderPages, successionPages } from '#vocabulary/site-pages.ts'
import { useLinks } from '#portal/mypage/shared/use-links.ts'
import { ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Card, LinkList } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page, Section } from '#ui/layout.tsx'
import { MypageBar } from './bar.tsx'
import { entrancesFor } from './entrances.ts'

export const NO_CONTRACT_TITLE = 'このアカウントには、ご契約がまだありません'

/** Who is logged in without a contract, as far as it could be read. */
export type Account = {
  readonly reason: 'no contract'
  readonly name: string | undefined
  readonly email: string | undefined
  readonly unread: number
  /** An application or a succession that is under way. */
  readonly pending: Pending | undefined
}

/** The page's name: who waits for an answer is not told that there is nothing. */
export const titleOf = ({ pending }: Account) =>
  pending === undefined ? NO_CONTRACT_TITLE : `お手続きの状況：${pending.stateLabel}`

export type Pending = {
  readonly stateLabel: string
  readonly sentence: string
  /** What staff ask of the applicant. */
  readonly asked?: string | undefined
  readonly href: string
}

export function isAccount(data: unknown): data is Account {
  return (
    typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'no contract'
  )
}

/** An account of the provider without a contract: who is logged in, what is missing, and where to go. */
export function NoContract({ account }: { readonly account: Account }) {
  return (
    <>
      <MypageBar standing="account" unread={account.unread} path={pages.top} />
      <section
        className="stage mystage mystage--ended mystage--none"
        aria-labelledby="no-contract-title"
      >
        <div className="mystage__inner">
          <div className="mystage__words flow">
            <Identity account={account} />
            {account.pending === undefined ? <Begin /> : <UnderWay pending={account.pending} />}
          </div>
          <svg className="ring mystage__ring" viewBox="0 0 160 160" aria-hidden="true">
            <circle className="ring__void" cx="80" cy="80" r="72" />
            <circle className="ring__broken" cx="80" cy="80" r="24" strokeWidth="3" />
          </svg>
        </div>
      </section>
      <Page className="mytop">
        {account.pending === undefined ? (
          <div className="beginnings">
            <Card>
              <h2>はじめてお使いになる方</h2>
              <LinkList entries={beginnings} />
            </Card>
            <Missing />
          </div>
        ) : null}
        <Section id="account" title="ご契約がなくても使えるページ">
          <Card className="card card--columns">
            <LinkList entries={entrancesFor('account')} />
          </Card>
        </Section>
      </Page>
    </>
  )
}

function Begin() {
  return (
    <>
      <h1 id="no-contract-title">{NO_CONTRACT_TITLE}</h1>
      <p>
        {brand.service}
        をご契約いただくと、データ残量や料金の確認、お手続きをこのページで行えます。
      </p>
      <ButtonRow>
        <ButtonLink kind="primary" href={orderPages.begin}>
          申し込む
        </ButtonLink>
        <ButtonLink href="/fee">料金プランを見る</ButtonLink>
      </ButtonRow>
    </>
  )
}

/** Who has applied is not asked to apply: where it stands, and where to look. */
function UnderWay({ pending: { stateLabel, sentence, asked, href } }: { pending: Pending }) {
  return (
    <>
      <h1 id="no-contract-title">{`お手続きの状況：${stateLabel}`}</h1>
      <p>{sentence}</p>
      {asked === undefined ? null : <p>{asked}</p>}
      <ButtonLinkRow kind="primary" href={href}>
        お手続きの状況を見る
      </ButtonLinkRow>
    </>
  )
}

const beginnings = [
  { href: '/', label: '毎月の金額を計算する', hint: '3つの質問で、税込の合計が分かります' },
  { href: '/doc/terminallist.html', label: '端末が使えるか確かめる', hint: '機種名で探せます' },
  { href: '/mnp', label: '電話番号をそのまま移す', hint: '先に解約はしないでください' },
  { href: '/beginner', label: 'はじめての方へ', hint: 'SIMとeSIM、できることとできないこと' },
]

function Identity({ account: { name, email } }: { readonly account: Account }) {
  if (email === undefined) return <p className="small muted">ログインはできています。</p>
  return (
    <p className="small muted dated">
      <Icon name="user" />
      <span>{name === undefined ? email : `${name}さん（${email}）`}でログインしています</span>
    </p>
  )
}

/** For those who expected a contract here: the usual reasons, each with what can be done. */
function Missing() {
  const links = useLinks()
  return (
    <Card>
      <h2>ご契約があるはずの方</h2>
      <ul className="plain-list">
        <li>
          <strong>お申し込みの直後</strong>
          <span>表示されるまで、数分かかることがあります。</span>
          <a href={pages.top}>もう一度表示する</a>
          <a href={orderPages.done}>申し込みの状況を見る</a>
        </li>
        <li>
          <strong>ご家族の契約を引き継ぐお手続きの途中</strong>
          <span>書類の確認が終わると、このページに表示されます。</span>
          <a href={successionPages.apply}>お手続きの状況を見る</a>
        </li>
        <li>
          <strong>ご契約の名義が変わったとき</strong>
          <span>
            ほかの方がご契約を引き継ぐと、ここには表示されません。お心当たりがないときは、すぐにお問い合わせください。
          </span>
          <a href={pages.notices}>お知らせで確かめる</a>
        </li>
        <li>
          <strong>別の{brand.account}でのご契約</strong>
          <span>いったんログアウトし、ご契約時の{brand.account}でログインし直してください。</span>
          <a href="/auth/logout">ログアウトして切り替える</a>
        </li>
        {links === undefined ? null : (
          <li>
            <strong>どれにも当てはまらないとき</strong>
            <a href={links.inquiry} target="_blank" rel="noopener">
              お問い合わせ<span className="visually-hidden">（新しいタブで開きます）</span>
            </a>
          </li>
        )}
      </ul>
    </Card>
  )
}
