import { lineCapPage, orderPage, pages } from '#vocabulary/pages.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatDateTime, formatDay } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { linkTo } from '../entrances.ts'
import { SpeedSwitch } from '#portal/mypage/shared/speed-switch.tsx'
import type { SwitchAnswer } from '#portal/mypage/shared/switch-speed.ts'
import { ThreeDayMeter } from '#portal/mypage/shared/three-day-meter.tsx'
import { useAwaiting } from '#portal/mypage/shared/use-awaiting.ts'
import type { Devices, LineCap, LineDetail, MalwareBlock } from '#portal/mypage/shared/wire.ts'
import type { Acted } from './submit.ts'
import { Facts } from './facts.tsx'
import { Lost } from './lost.tsx'
import { NicknameForm } from './nickname-form.tsx'
import { LineHistory, SeenDevices, SpeedHistory } from './records.tsx'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import { Switch } from '#ui/switch.tsx'
import { CapUsed } from './cap/used.tsx'
import { TapLink } from '#ui/text-link.tsx'

type MalwareFormProps = {
  readonly on: boolean
  readonly block: MalwareBlock['lines'][number] | undefined
  readonly locked: string | undefined
  readonly keys: FormKeys
}

/** Stops connections to sites known to be dangerous; on unless the member switched it off. */
function MalwareForm({ on, block, locked, keys }: MalwareFormProps) {
  return (
    <>
      <p>
        ウイルスの配布や、パスワードを盗むことが分かっているサイトへの接続を止めます。料金はかかりません。
      </p>
      <KeyedForm keys={keys} of={`malware.${on}`} values={{ intent: 'malware' }}>
        <Switch id="malware" name="on" label="危険なサイトをブロックする" on={on} locked={locked} />
      </KeyedForm>
      {block?.changedAt === undefined ? null : (
        <p className="small muted">最後の変更 {formatDateTime(block.changedAt)}</p>
      )}
    </>
  )
}

type LineSectionsProps = {
  readonly detail: LineDetail
  readonly devices: Devices['devices'] | undefined
  readonly malware: MalwareBlock | undefined
  readonly cap: LineCap | undefined
  readonly acted: Acted | undefined
  readonly switched: SwitchAnswer | undefined
  readonly asking: boolean
  readonly isTroubled: boolean
  readonly keys: FormKeys
}

/** Everything of one line, from what it is to what has happened to it. */
export function LineSections(props: LineSectionsProps) {
  const { detail, devices, acted, keys } = props
  const { line, highSpeed, openOrders } = detail
  useAwaiting([highSpeed])
  return (
    <>
      <Facts detail={detail} />
      {openOrders.length === 0 ? null : <OpenOrders orders={openOrders} />}
      {line.status === 'preparing' ? null : <Served {...props} />}
      <Section id="name" title="回線の名前">
        <NicknameForm {...{ line, acted, keys }} />
      </Section>
      {devices === undefined || line.status === 'preparing' ? null : (
        <Section id="device" title="お使いの端末">
          <SeenDevices devices={devices} />
        </Section>
      )}
      {detail.history.length === 0 ? null : (
        <Section id="history" title="この回線の履歴">
          <LineHistory history={detail.history} />
        </Section>
      )}
    </>
  )
}

/** What a line does once it has opened: before that there is nothing to switch, to block or to stop. */
function Served({ detail, malware, cap, switched, asking, keys, isTroubled }: LineSectionsProps) {
  const { line, highSpeed } = detail
  const served = line.status === 'active' || line.status === 'ending'
  return (
    <>
      <Section id="speed" title="高速データ通信">
        <SpeedSwitch line={highSpeed} answer={switched} {...{ keys, isTroubled }} />
        <ThreeDayMeter line={highSpeed} />
        <SpeedHistory history={highSpeed.history} />
        <p className="tap tap--row">
          <a href={`${pages.usage}?line=${line.lineId}`}>この回線の利用量を見る</a>
          {cap?.cap === undefined && cap?.change.allowed === true ? (
            <a href={lineCapPage(line.lineId)}>上限を決める</a>
          ) : null}
        </p>
      </Section>
      {cap?.cap === undefined ? null : (
        <Section id="cap" title="高速で使える量の上限">
          <CapSummary known={cap} />
        </Section>
      )}
      <Section id="lost" title="紛失したとき">
        <Lost {...{ detail, asking, keys }} />
      </Section>
      <Section id="malware-block" title="危険なサイトのブロック">
        <MalwareForm
          on={detail.malwareBlock}
          block={malware?.lines.find((one) => one.line.lineId === line.lineId)}
          locked={served ? undefined : '利用中の回線だけが切り替えられます。'}
          keys={keys}
        />
      </Section>
    </>
  )
}

function OpenOrders({ orders }: { readonly orders: LineDetail['openOrders'] }) {
  return (
    <Section id="orders" title="進行中のお手続き">
      <ul className="plain-list" role="list">
        {orders.map(({ orderNo, title, stateLabel, nextOn }) => {
          const href = linkTo(orderPage(orderNo))
          return (
            <li key={orderNo}>
              {href === undefined ? title : <a href={href}>{title}</a>}
              <span className="small muted">
                {stateLabel}
                {nextOn === undefined ? '' : `・${formatDay(nextOn)}`}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** On the line's page: how much of its cap is used. */
function CapSummary({ known }: { readonly known: LineCap }) {
  return (
    <>
      <CapUsed known={known} />
      <TapLink href={lineCapPage(known.line.lineId)}>この回線の上限を変える</TapLink>
    </>
  )
}
