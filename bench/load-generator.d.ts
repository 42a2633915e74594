/** The part of autocannon that we use; the package brings no types along. */
declare module 'autocannon' {
  type Request = { headers: Record<string, string> }
  type Options = {
    url: string
    amount: number
    connections: number
    headers: Record<string, string>
    /** Makes each request anew from what is the same in all. */
    requests?: { setupRequest: (request: Request) => Request }[]
  }
  type Result = { non2xx: number; errors: number }
  export default function autocannon(options: Options): Promise<Result>
}
