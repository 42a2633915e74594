import { Drawing } from '#ui/drawing/drawing.tsx'
import app from '#ui/drawing/spot-app.svg?raw'
import lock from '#ui/drawing/spot-lock.svg?raw'
import sim from '#ui/drawing/spot-sim.svg?raw'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate, formatMonth } from '#ui/format.ts'
import type { Terminal, TerminalsFound } from './search-terminals.ts'
import { orderPageFor } from '#vocabulary/site-pages.ts'
import { lockOf, marks, sizeNames, verdictOf, type Verdict } from './verdict.ts'

/** The one answer to what was asked, or which devices it may mean. */
export function Answer({ found }: { readonly found: TerminalsFound }) {
  const { asked, meant, rows, total, error } = found
  if (asked.q === '' || error !== undefined) return null
  const near = rows.filter(({ name }) => name !== meant?.name).slice(0, 5)
  return (
    <>
      {meant || total === 0 ? (
        <div className="verdict" data-verdict="">
          {meant ? <Device row={meant} /> : <NotListed q={asked.q} />}
        </div>
      ) : null}
      {near.length > 0 ? <Near rows={near} isChoice={!meant} /> : null}
    </>
  )
}

function Device({ row }: { readonly row: Terminal }) {
  const verdict = verdictOf(row)
  const isUsable = verdict.kind === 'yes' || verdict.kind === 'part'
  const note = unsaid(row.note ?? '', verdict.reason)
  return (
    <>
      <div className="verdict__answer">
        <Mark kind={verdict.kind} />
        <p className="verdict__name">
          <strong>{row.name}</strong>
          <span className="small muted">
            {row.maker}、{formatMonth(row.releasedOn)}発売
          </span>
        </p>
        <p className="verdict__title">{verdict.title}</p>
        <p>{verdict.reason}</p>
        {note === '' ? null : <p className="small">{note}</p>}
        <dl className="verdict__marks">
          {(['data', 'sms', 'voice', 'tethering'] as const).map((of) => (
            <div key={of}>
              <dt>{{ data: 'データ', sms: 'SMS', voice: '音声', tethering: 'テザリング' }[of]}</dt>
              <dd className={row[of] === 'yes' ? 'verdict__good' : undefined}>{marks[row[of]]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="verdict__next">
        {isUsable ? <Next row={row} /> : null}
        <Ways verdict={verdict} row={row} />
        <p className="small muted">
          {formatDate(row.checkedOn)}
          に、公開された仕様で確認しました。動作を保証するものではありません。
        </p>
      </div>
    </>
  )
}

/** Of the note, what the answer does not say already. The profile is named where it is needed: with what to do when the SIM has come. */
function unsaid(note: string, reason: string): string {
  return (note.match(/[^。]+。/g) ?? [])
    .filter((sentence) => !reason.includes(sentence))
    .filter((sentence) => !sentence.startsWith('APN構成プロファイル'))
    .join('')
}

function Next({ row }: { readonly row: Terminal }) {
  const isApple = row.maker === 'Apple'
  const facts = [
    {
      svg: sim,
      term: '選ぶSIM',
      title: row.simSizes.map((one) => sizeNames[one]).join(' または '),
    },
    { svg: lock, term: 'SIMロック', ...lockOf(row) },
    {
      svg: app,
      term: '届いたら',
      title: isApple ? 'APN構成プロファイルを入れる' : 'APNを一覧から選ぶ',
      text: '最初の1回だけ。Wi-Fiにつないで行います。',
      href: isApple ? '/apn#ios' : '/apn#android',
    },
  ]
  return (
    <dl className="verdict__facts">
      {facts.map(({ svg, term, title, text, href }) => (
        <div key={term}>
          <dt>
            <Drawing svg={svg} alt="" />
            <span className="small muted">{term}</span>
          </dt>
          <dd>
            <strong>{href === undefined ? title : <a href={href}>{title}</a>}</strong>
            {text === undefined ? null : <span className="small muted">{text}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Ways({
  verdict: { kind, title },
  row,
}: {
  readonly verdict: Verdict
  readonly row: Terminal
}) {
  if (kind === 'no' || kind === 'unknown')
    return <ButtonLink href="#found">使える端末を見る</ButtonLink>
  if (title === 'データだけ使えます')
    return <ButtonLink href="/fee#simulator">データSIMの料金を見る</ButtonLink>
  return (
    <>
      <ButtonLink kind="primary" href={orderPageFor({ terminal: row.name, sim: simFor(row) })}>
        この端末で申し込みに進む
      </ButtonLink>
      <ButtonLink href="/fee#simulator">毎月の料金を見る</ButtonLink>
    </>
  )
}

/** The form that needs no delivery, where the device has it; else the card it takes. */
const simFor = ({ esim, simSizes }: Terminal) =>
  esim === 'yes' ? 'esim' : simSizes.find((size) => size !== 'esim')

function NotListed({ q }: { readonly q: string }) {
  return (
    <>
      <div className="verdict__answer">
        <Mark kind="unknown" />
        <p className="verdict__name">
          <strong>「{q}」</strong>
        </p>
        <p className="verdict__title">一覧にありません</p>
      </div>
      <div className="verdict__next">
        <p>
          使えないという意味ではありません。ドコモ回線の4GとVoLTE、SIMロックの有無を確かめてください。
        </p>
        <ButtonLink href="#before">確かめ方を見る</ButtonLink>
      </div>
    </>
  )
}

function Near({
  rows,
  isChoice,
}: {
  readonly rows: readonly Terminal[]
  readonly isChoice: boolean
}) {
  return (
    <div className="verdict__near">
      <h2>{isChoice ? 'どの機種ですか' : '名前の近い機種'}</h2>
      <ul>
        {rows.map((row) => {
          const { kind, title } = verdictOf(row)
          return (
            <li key={`${row.maker} ${row.name}`}>
              <a href={`/doc/terminallist.html?${new URLSearchParams({ q: row.name })}#search`}>
                {row.name}
              </a>
              <strong className={kind === 'yes' ? 'verdict__good' : undefined}>{title}</strong>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The rings closed, half closed, open, or only asked for. */
function Mark({ kind }: { readonly kind: Verdict['kind'] }) {
  const inside = {
    yes: (
      <>
        <circle className="tint" cx="52" cy="52" r="40" />
        <path className="w4 round" d="m32 55 13 13 25-29" />
      </>
    ),
    part: (
      <>
        <circle cx="52" cy="52" r="40" />
        <path className="w7" d="M52 92a40 40 0 0 1 0-80" />
        <path className="w4 round" d="M38 52h28" />
      </>
    ),
    no: (
      <>
        <circle className="near" cx="52" cy="52" r="40" />
        <path className="w4 round warm" d="m38 38 28 28m0-28L38 66" />
      </>
    ),
    unknown: (
      <>
        <circle className="near" cx="52" cy="52" r="40" />
        <path className="w3 round" d="M42 43a10 10 0 1 1 15 9c-4 2-5 5-5 9" />
        <circle className="solid" cx="52" cy="72" r="2.5" />
      </>
    ),
  }
  return (
    <svg className="drawing" width="104" height="104" viewBox="0 0 104 104" aria-hidden="true">
      <circle className="echo" cx="52" cy="52" r="51" />
      {inside[kind]}
    </svg>
  )
}
