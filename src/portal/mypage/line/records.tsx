import { Accordion } from '#ui/accordion.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDate, formatDateTime } from '#ui/format.ts'
import { Sentence } from '#ui/sentence.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { nameOfDevice } from '#portal/mypage/shared/device-name.ts'
import type { Devices, HighSpeedLine, LineDetail } from '#portal/mypage/shared/wire.ts'

const actors = { member: 'お客さま', staff: 'サポート窓口', system: '自動' }
const states = {
  requested: '切り替え中',
  effective: '切り替え済み',
  failed: '切り替わりませんでした',
}

type Change = HighSpeedLine['history'][number]

const columns: readonly Column<Change>[] = [
  ['日時', ({ at }) => formatDateTime(at), { rowHeader: true }],
  ['切り替え', ({ on }) => (on ? 'オン（高速）' : 'オフ（低速）')],
  ['操作', ({ by }) => actors[by]],
  [
    '結果',
    ({ state }) =>
      state === 'effective' ? (
        states[state]
      ) : (
        <Badge tone={state === 'failed' ? 'danger' : 'warning'}>{states[state]}</Badge>
      ),
  ],
]

/** Who switched high speed when, and whether it took effect. */
export function SpeedHistory({ history }: Pick<HighSpeedLine, 'history'>) {
  if (history.length === 0)
    return (
      <p className="small muted">
        切り替えの履歴はありません。切り替えると、日時と結果をここに残します。
      </p>
    )
  return (
    <Accordion title={`切り替えの履歴（${history.length}件）`}>
      <Table
        caption="高速データ通信の切り替えの履歴"
        captionHidden
        lean
        columns={columns}
        rows={history}
        rowKey={({ at, on }) => `${at}${on}`}
      />
    </Accordion>
  )
}

/** The devices the network has seen the SIM in. */
export function SeenDevices({ devices }: { readonly devices: Devices['devices'] }) {
  if (devices.length === 0)
    return (
      <p className="small muted">
        端末の記録はまだありません。このSIMで通信した端末が分かると、機種名と対応している機能をここに表示します。
      </p>
    )
  const [latest, ...before] = devices
  return (
    <>
      <DeviceTable devices={latest === undefined ? [] : [latest]} />
      {before.length === 0 ? null : (
        <Accordion title={`前に使われていた端末（${before.length}台）`}>
          <DeviceTable devices={before} />
        </Accordion>
      )}
    </>
  )
}

type Device = Devices['devices'][number]

const deviceColumns: readonly Column<Device>[] = [
  ['機種', nameOfDevice, { rowHeader: true }],
  ['IMEI', ({ imeiMasked }) => <span className="nowrap">末尾 {imeiMasked.slice(-4)}</span>],
  ['最初の通信', ({ firstSeenOn }) => <Sentence>{formatDate(firstSeenOn)}</Sentence>],
  ['最後の通信', ({ lastSeenAt }) => <Sentence>{formatDateTime(lastSeenAt)}</Sentence>],
  ['対応端末の一覧', ({ confirmed }) => (confirmed ? '載っています' : '載っていません')],
  ['対応', abilitiesOf],
]

function DeviceTable({ devices }: { readonly devices: Devices['devices'] }) {
  return (
    <Table
      caption="このSIMで使われている端末"
      captionHidden
      stack
      columns={deviceColumns}
      rows={devices}
      rowKey={({ deviceId }) => deviceId}
    />
  )
}

function abilitiesOf({ esim, volte, tethering }: Device): string {
  const names = [
    ...(esim ? ['eSIM'] : []),
    ...(volte ? ['VoLTE'] : []),
    ...(tethering ? ['テザリング'] : []),
  ]
  return names.length === 0 ? '—' : names.join('、')
}

/** What one wants to know is mostly the last of it. */
const HISTORY_SHOWN = 3

/** What has happened to the line, newest first; what is older is folded. */
export function LineHistory({ history }: Pick<LineDetail, 'history'>) {
  const older = history.slice(HISTORY_SHOWN)
  return (
    <>
      <Happened history={history.slice(0, HISTORY_SHOWN)} />
      {older.length === 0 ? null : (
        <Accordion title={`これより前の履歴（${older.length}件）`}>
          <Happened history={older} />
        </Accordion>
      )}
    </>
  )
}

function Happened({ history }: Pick<LineDetail, 'history'>) {
  return (
    <ul className="plain-list" role="list">
      {history.map(({ at, label }) => (
        <li key={`${at}${label}`}>
          <span>{label}</span>
          <span className="small muted">{formatDateTime(at)}</span>
        </li>
      ))}
    </ul>
  )
}
