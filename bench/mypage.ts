import { loadavg } from 'node:os'
import type { WireResponse } from '#backend/wire.ts'
import { openMemberPages } from './mypage-under-test.ts'
import type { Statement } from './noted-statements.ts'
import { alternate, type Row } from './row.ts'

const PATH = '/mypage/top.html'
/** One line; three lines that share; suspended. */
const MEMBERS = ['sato', 'suzuki', 'takahashi']
/** Many short rounds: whatever else the machine does falls on all three alike. */
const ROUNDS = 151

/**
 * P3: a visit to my page's top against what it is made of: drawing the page from answers that are there, and the rows
 * it needs read one after the other by bare pg over one connection. A read that the page makes twice counts once there.
 */
export async function run(): Promise<Row[]> {
  const portal = await openMemberPages()
  try {
    const rows: Row[] = []
    for (const member of MEMBERS) rows.push(...(await measure(portal, member)))
    return rows
  } finally {
    await portal.close()
  }
}

async function measure(
  portal: Awaited<ReturnType<typeof openMemberPages>>,
  member: string,
): Promise<Row[]> {
  const { secret, signedIn } = await portal.signIn(member)
  const answers = new Map<string, WireResponse>()
  const noting = portal.appNoting(answers)
  await visit(noting, secret)
  portal.statements.length = 0
  await visit(noting, secret)
  const asked = [...portal.statements]
  const reads = distinct(asked)
  const drawing = portal.appDrawing(answers, signedIn)
  const bare = await portal.bare()
  const readAll = async () => {
    for (const { text, values } of reads) await bare.query(text, [...values])
  }
  const contenders = {
    whole: () => visit(portal.app, secret),
    drawn: () => visit(drawing, secret),
    read: readAll,
  }
  await alternate(50, contenders)
  const timeOf = await alternate(ROUNDS, contenders)
  await bare.end()
  const [whole, drawn, read] = [timeOf('whole'), timeOf('drawn'), timeOf('read')] as const
  return [
    {
      goal: 'P3',
      what: `my page's top of ${member}, ${asked.length} statements (load ${(loadavg()[0] ?? 0).toFixed(1)})`,
      medianMs: whole,
      anchor: `drawn ${drawn.toFixed(2)} ms + 1.5 × ${reads.length} reads by bare pg ${read.toFixed(2)} ms`,
      anchorMs: drawn + 1.5 * read,
      ratio: whole / (drawn + 1.5 * read),
      wanted: { atMost: 1 },
    },
  ]
}

async function visit(
  app: { fetch: (request: Request) => Response | Promise<Response> },
  secret: string,
) {
  const headers = { cookie: `sid=${secret}`, 'accept-encoding': 'br' }
  const answer = await app.fetch(new Request(`http://localhost:3000${PATH}`, { headers }))
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`my page answered ${answer.status}`)
}

function distinct(statements: readonly Statement[]): Statement[] {
  return [...new Map(statements.map((one) => [JSON.stringify(one), one])).values()]
}
