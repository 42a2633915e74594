import type {
  Asked,
  Dated,
  StoredAlerts,
  StoredBills,
  StoredOrders,
  StoredTop,
} from '#portal/stored/figures.ts'
import { MypageBar } from '#portal/mypage/bar.tsx'
import { brand } from '#brand'
import { ALERT_SETTINGS_PATH } from '#protocol/reading.ts'
import { pages } from '#vocabulary/pages.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page } from '#ui/layout.tsx'
import { Alerts } from './alerts.tsx'
import { leave } from './leaving.ts'
import { Bills, Orders } from './lists.tsx'
import { Later } from './later.tsx'
import { Facts, TopStage } from './top.tsx'
import { OfflineHead, TimeWords } from './stage-words.tsx'

export type Shown = {
  readonly top: Dated<StoredTop> | undefined
  readonly bills: Dated<StoredBills> | undefined
  readonly orders: Dated<StoredOrders> | undefined
  readonly alerts: Dated<StoredAlerts> | undefined
  readonly asked: readonly Asked[]
}

type OfflineProps = { readonly path: string; readonly stored: Shown; readonly nowMs: number }

/** What my page is without the network: the last figures with their time, what still works, and what does not. */
export function Offline({ path, stored, nowMs }: OfflineProps) {
  const { top, bills, orders, alerts } = stored
  const place = placeOf(path)
  const dated = place === undefined ? undefined : stored[place]
  return (
    <main id="main" className="offline">
      <h1 className="visually-hidden">つながっていません</h1>
      {place === 'top' && top !== undefined ? (
        <TopStage top={top} nowMs={nowMs} />
      ) : (
        <QuietStage dated={dated} nowMs={nowMs} missing={missingWords(path)} />
      )}
      <Page>
        {place === 'top' && top !== undefined ? <Facts top={top} /> : null}
        {place === 'bills' && bills !== undefined ? <Bills bills={bills.figures} /> : null}
        {place === 'orders' && orders !== undefined ? <Orders orders={orders.figures} /> : null}
        {place === 'alerts' && alerts !== undefined ? (
          <Alerts alerts={alerts} asked={stored.asked} nowMs={nowMs} />
        ) : null}
        <Possible stored={stored} place={place} />
        {place !== 'top' || top === undefined ? null : (
          <Later lines={top.figures.lines} asked={stored.asked} nowMs={nowMs} />
        )}
        <p className="small muted offline__foot">
          つながると、自動で新しくします。チャージやお申し込みは、つながってからできます。
        </p>
        <ButtonRow>
          <Button kind="secondary" type="button" onClick={() => location.reload()}>
            もう一度つなぐ
          </Button>
          <Button kind="plain" type="button" onClick={() => void leave()}>
            この端末の記録を消してログアウト
          </Button>
        </ButtonRow>
      </Page>
      <MypageBar standing="member" unread={0} path={path} />
    </main>
  )
}

type Place = 'top' | 'bills' | 'orders' | 'alerts'

const places: Readonly<Record<string, Place>> = {
  [pages.entrance]: 'top',
  [pages.top]: 'top',
  [pages.billing]: 'bills',
  [pages.orders]: 'orders',
  [pages.alert]: 'alerts',
}
const placeOf = (path: string): Place | undefined => places[path]

type QuietStageProps = {
  readonly dated: Dated<unknown> | undefined
  readonly nowMs: number
  /** In place of figures. */
  readonly missing: string
}

/** Who has lost the phone reads this on another, or on one that was found again: the way that needs no network comes first. */
function missingWords(path: string): string {
  if (placeOf(path) !== undefined)
    return 'この端末には、まだ数字が残っていません。つながったときに開くと、次からは電波がなくても見られます。'
  return path === pages.lost
    ? `いますぐ回線を止めるときは、ほかの電話から${brand.telephone}におかけください。この画面からは、つながると止められます。`
    : 'この画面は、つながっているときに開けます。'
}

/** Of lists the time is all that leads; where nothing is kept it says so. */
function QuietStage({ dated, nowMs, missing }: QuietStageProps) {
  return (
    <section className="stage stage--quiet offline__stage" aria-label="接続の状態">
      <div className="offline__inner">
        <OfflineHead />
        {dated === undefined ? <p>{missing}</p> : <TimeWords dated={dated} nowMs={nowMs} />}
      </div>
    </section>
  )
}

type PossibleProps = { readonly stored: Shown; readonly place: Place | undefined }

function Possible({ stored, place }: PossibleProps) {
  const { top, bills, orders, alerts, asked } = stored
  return (
    <Card>
      <h2>いま、できること</h2>
      <ul className="offline__can" role="list">
        <li>
          <Icon name="lost" />
          <span>
            <a href={`tel:${brand.telephone.replaceAll('-', '')}`}>紛失のときの電話番号</a>
            <span className="small muted">{brand.telephone}（ほかの電話からおかけください）</span>
          </span>
        </li>
        {place === 'top' || top === undefined ? null : (
          <Stored href={pages.top} icon="rings" label="データの残り" />
        )}
        {place === 'bills' || bills === undefined ? null : (
          <Stored href={pages.billing} icon="yen" label="これまでの請求" />
        )}
        {place === 'orders' || orders === undefined ? null : (
          <Stored href={pages.orders} icon="signed" label="進行中のお手続き" />
        )}
        {place === 'alerts' || alerts === undefined ? null : (
          <Stored
            href={pages.alert}
            icon="bell"
            label="データ残量のお知らせの設定"
            isWaiting={asked.some(({ path }) => path === ALERT_SETTINGS_PATH)}
          />
        )}
      </ul>
    </Card>
  )
}

type StoredProps = {
  readonly href: string
  readonly icon: 'rings' | 'yen' | 'signed' | 'bell'
  readonly label: string
  /** Something asked for there waits for the line. */
  readonly isWaiting?: boolean
}

const Stored = ({ href, icon, label, isWaiting = false }: StoredProps) => (
  <li>
    <Icon name={icon} />
    <span>
      <a href={href}>{label}</a>
      <span className="small muted">
        {isWaiting ? 'つながるのを待っている操作があります' : 'この端末に残っています'}
      </span>
    </span>
  </li>
)
