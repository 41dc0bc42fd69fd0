import { type Api, createApi, type Send } from '#client/core/http/api.ts'
import { authContract } from '#shared/auth/contract.ts'
import { businessContract } from '#shared/business/contract.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { sender } from './api-sender.ts'
import { imageFile } from './image-file.ts'
import { mailedLink } from './mailbox.ts'

type NewMerchant = {
  email: string
  password: string
  company: string
  send: Send
  account: Api<typeof authContract>
}

/** Creates a merchant with a confirmed e-mail for one test; `named` builds the company's name from a unique word. */
export async function newMerchant(baseURL: string, named = (run: string) => `Company ${run}`): Promise<NewMerchant> {
  const run = crypto.randomUUID().slice(0, 8)
  const [email, company, password] = [`owner-${run}@e2e.example`, named(run), 'Correct-horse-1']
  const strangers = createApi(authContract, sender(baseURL))
  const { jwt } = await strangers.register({
    body: { email, password, passwordConfirm: password, businessName: company },
  })
  const link = new URL(await mailedLink(baseURL, email, '/email-confirmation'))
  await strangers.confirmEmail({ query: { confirmation: link.searchParams.get('confirmation')! } })
  const session = await strangers.signIn({ body: { identifier: email, password } })
  const send = sender(baseURL, session.jwt || jwt)
  return { email, password, company, send, account: createApi(authContract, send) }
}

/** Registers the merchant's business and an unapproved trademark. Returns the name of the trademark. */
export async function registerBusinessAndTrademark(
  baseURL: string,
  merchant: NewMerchant,
  registration_name = `Brand of ${merchant.company}`,
): Promise<string> {
  const { jwt } = await merchant.account.signIn({ body: { identifier: merchant.email, password: merchant.password } })
  const file = await document(baseURL, jwt)
  await createApi(businessContract, merchant.send).create({
    body: { registration_no: 'REG-1', details: { documents: file, country: 'my' } },
  })
  await createApi(trademarkContract, merchant.send).create({
    body: {
      registration_name,
      registration_no: 'TM-1',
      applicant_name: 'Ada',
      applicant_address: '1 Tea Lane',
      country: 'my',
      details: { class: '30', postcode: '39100', file },
      acknowledgeInfoCorrect: true,
    },
  })
  return registration_name
}

async function document(baseURL: string, jwt: string): Promise<StoredFile> {
  const { name, buffer } = await imageFile('paper.png', 'Paper')
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(buffer)], { type: 'image/png' }), name)
  const headers = { authorization: `Bearer ${jwt}` }
  const answer = await fetch(`${baseURL}/api/uploads?purpose=document`, { method: 'POST', headers, body })
  const { hash, ext, mime, size } = mediaContract.upload.answer.parse(await answer.json())
  return { hash, ext, name, mime, size }
}
