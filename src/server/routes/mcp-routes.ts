import { Hono } from 'hono'
import { MCP_PATH } from '#vocabulary/connection.ts'
import type { CallCounter } from '../edge/call-counter.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'
import { admitProgram, fromEverywhere, toProblem } from './programs.ts'

/** Agents that members have let in: the tools of `../mcp`, by the same tokens and counted with the same calls. */
export function mcpRoutes(services: Services, counter: CallCounter) {
  const app = new Hono<ServerEnv>()
  app.use(MCP_PATH, fromEverywhere)
  app.all(MCP_PATH, async (c) => {
    const program = await admitProgram(c, services, counter)
    if ('refused' in program) return toProblem(program.refused, services.config.PUBLIC_URL)
    const { answerAgent } = await import('../mcp/answer-agent.ts')
    const answer = await answerAgent(c.req.raw, program, services)
    for (const [name, value] of Object.entries(program.headers)) answer.headers.set(name, value)
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  })
  return app
}
