import { z } from 'zod'

const sentCodes = z.array(z.object({ code: z.string() }))

/** The newest code that the provider's stand-in has sent for the login whose page asks for one. */
export async function codeSentFor({ origin, pathname }: URL): Promise<string> {
  const answer = await fetch(`${origin}/__codes?login=${pathname.split('/')[2]}`)
  const [newest] = sentCodes.parse(await answer.json())
  if (newest === undefined) throw new Error(`No code was sent for ${pathname}`)
  return newest.code
}
