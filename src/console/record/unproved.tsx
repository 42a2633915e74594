import { callerProofStateWords } from '#vocabulary/states/caller-proof.ts'
import { proofPurposes, proofWays } from '#vocabulary/console-record.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { cameBack } from '#console/parts/came-back.ts'
import { Press } from '#console/parts/press.tsx'
import { Icon } from '#console/shell/icon.tsx'
import { newTicketPlace, ticketPlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { CodeForm, SendCode } from './code.tsx'
import type { Unproved as Loaded } from './load.ts'
import { SendLink } from './send-link.tsx'
import { StopLine } from './stop-line.tsx'

type UnprovedProps = { readonly loaded: Loaded; readonly stayed: Stayed | undefined }

/** Who calls is not known: nothing is behind this screen. A code shows it; blind answers let a line be stopped. */
export function Unproved({ loaded, stayed }: UnprovedProps) {
  const { grant, done } = loaded
  return (
    <div className="sides">
      <div className="stack">
        {done === 'wrong' && stayed === undefined ? (
          <Notice tone="warning" role="alert">
            合いませんでした。番号を読み直していただいてください。
          </Notice>
        ) : null}
        {done === 'failed' && stayed === undefined ? (
          <Notice tone="danger" role="alert">
            この番号では、もう確かめられません。新しい番号を送るか、きょうは別の方法をご案内ください。
          </Notice>
        ) : null}
        <Panel
          title="会員の画面に出ているコードを聞く"
          beside={<Badge tone="good">強い確認</Badge>}
          tone="strong"
        >
          <PanelBody>
            <blockquote className="read-out">
              「マイページの<b>お問い合わせ</b>を開いていただき、<b>電話の確認コード</b>
              の6けたをお読みください。こちらからパスワードをうかがうことはありません。」
            </blockquote>
            <CodeForm loaded={loaded} stayed={stayed} purpose="caller" />
            <SendCode loaded={loaded} stayed={stayed} purpose="caller" />
          </PanelBody>
        </Panel>
        <Answers loaded={loaded} stayed={stayed} />
        <section className="panel panel--secret" aria-label="まだ開いていないもの">
          <p className="panel__body">
            <Icon name="lock" /> <b>概要・回線・手続き・請求は、確認のあとに開きます。</b>
            何が登録されているかも、まだ読み出していません。この画面の裏に隠れた値はありません。
          </p>
        </section>
      </div>
      <div className="stack">
        <Panel title="いまでも、できること">
          <PanelBody>
            <p>
              <ButtonLink href={ticketPlace(grant.ticketNo)}>お話を記録する</ButtonLink>
            </p>
            <p className="muted">苦情、困りごと、要望。返事の約束もそこで。</p>
            {grant.proof === 'weak' ? (
              <StopLine grant={grant} keys={loaded.keys} stayed={stayed} />
            ) : (
              <p className="muted">
                なくした回線を止める、手続きの入口を送るのは、弱い確認のあとにできます。
              </p>
            )}
          </PanelBody>
        </Panel>
        {grant.proof === 'weak' ? (
          <SendLink grant={grant} keys={loaded.keys} stayed={stayed} />
        ) : null}
        <Panel title="ためらうとき">
          <PanelBody>
            <p>
              せかす、コードを「送った側が読んで」と言う、ご家族を名のる。迷ったら止めて構いません。
            </p>
            <p>
              <ButtonLink href={newTicketPlace}>怪しい電話として記録する…</ButtonLink>
            </p>
          </PanelBody>
        </Panel>
        <Tried loaded={loaded} />
      </div>
    </div>
  )
}

function Answers({ loaded: { grant, keys }, stayed }: UnprovedProps) {
  return (
    <Panel
      title="マイページを開けない方"
      beside={<Badge tone="warning">弱い確認</Badge>}
      aside="打ち込んで照らすだけ。「合う・合わない」だけが出ます"
    >
      <PanelBody>
        <Press
          keys={keys}
          intent="answers"
          values={{ grant: grant.grant }}
          fields={
            <div className="form-row">
              <Field
                {...cameBack(stayed, 'answers', 'number')}
                label="電話番号"
                required
                inputMode="tel"
                autoComplete="off"
              />
              <Field
                {...cameBack(stayed, 'answers', 'kana')}
                label="フリガナ"
                required
                autoComplete="off"
              />
              <Field
                {...cameBack(stayed, 'answers', 'birth')}
                type="date"
                label="生年月日"
                required
              />
            </div>
          }
        >
          照らす
        </Press>
        <p className="muted">1日に5回までです。当たっても契約の中身は開きません。</p>
      </PanelBody>
    </Panel>
  )
}

function Tried({ loaded: { proofs } }: Pick<UnprovedProps, 'loaded'>) {
  if (proofs.length === 0) return null
  return (
    <Panel title="これまでの確認">
      <PanelBody>
        <ol className="happened">
          {proofs.map(({ begunAt, purpose, way, state }) => (
            <li key={`${begunAt} ${way}`}>
              <time dateTime={begunAt}>{formatTime(begunAt)}</time>
              <span>
                {proofWays[way]}
                <small>
                  {proofPurposes[purpose]}・{callerProofStateWords[state].label}
                </small>
              </span>
            </li>
          ))}
        </ol>
      </PanelBody>
    </Panel>
  )
}
