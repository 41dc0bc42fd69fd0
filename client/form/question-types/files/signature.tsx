import { Box, Button, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { type PointerEvent, useRef, useState } from 'react'
import { LuEraser, LuPenLine, LuSignature, LuX } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { OptionsFrame } from '#client/form/question-types/options-frame.tsx'
import type { AnswerFieldProps, QuestionTypeView } from '#client/form/question-types/view.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { readAttachments, writeAttachments } from '#shared/form/question-types/files/attachment.ts'
import { PictureView } from './attachment-views.tsx'
import { drawName, drawStrokes, type Stroke } from './draw-signature.ts'
import { type EncodedPicture, pictureOf } from './shrink-photo.ts'

export const signatureView: QuestionTypeView = { icon: LuSignature, Field: SignatureField }

function SignatureField(props: AnswerFieldProps) {
  const t = useText('answer')
  const { question, value, error, onChange } = props
  const { name } = question
  const [file] = readAttachments(value) ?? []
  const [isOpen, setOpen] = useState(false)
  return (
    <OptionsFrame question={question} error={error} saysRequired>
      <Stack gap="3" align="start">
        {file && !isOpen && <PictureView file={file} name={name} number={1} />}
        {isOpen && <SignaturePad {...props} onName={() => setOpen(false)} />}
        {!isOpen && (
          <Flex gap="2" wrap="wrap">
            <Button
              variant="outline"
              aria-label={t(file ? 'signAgainFor' : 'signFor', { name })}
              onClick={() => setOpen(true)}
            >
              <LuPenLine aria-hidden />
              {t(file ? 'signAgain' : 'sign')}
            </Button>
            {file && (
              <Button variant="outline" aria-label={t('removeSignatureFor', { name })} onClick={() => onChange('')}>
                <LuX aria-hidden />
                {t('removeSignature')}
              </Button>
            )}
          </Flex>
        )}
      </Stack>
    </OptionsFrame>
  )
}

/** Each stroke is stored at once, as the signature so far. */
function SignaturePad({ question: { name }, recordId, onChange, onName }: AnswerFieldProps & { onName: () => void }) {
  const t = useText('answer')
  const canvas = useRef<HTMLCanvasElement>(null)
  const strokes = useRef<Stroke[]>([])
  const [typed, setTyped] = useState('')
  /** The number of the newest drawing: a slower save of an earlier one changes nothing. */
  const newest = useRef(0)
  const store = async (drawn: HTMLCanvasElement) => {
    const number = ++newest.current
    const picture: EncodedPicture = await pictureOf(drawn, 'image/png')
    const { content, width, height } = picture
    const digest = await requireEngine().keepFile(recordId, content)
    if (number === newest.current)
      onChange(writeAttachments([{ digest, ext: '.png', bytes: content.length, width, height }]))
  }
  // Not `useTask`: it ignores a stroke that ends while the one before it is stored.
  const end = () => {
    const drawn = drawStrokes(strokes.current)
    if (drawn) showErrorOnFailure(store(drawn))
  }
  const useName = useTask(async () => {
    await store(drawName(typed.trim()))
    onName()
  })
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = canvas.current!.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const redraw = () => {
    const pad = canvas.current!
    const density = window.devicePixelRatio || 1
    const [width, height] = [Math.round(pad.clientWidth * density), Math.round(pad.clientHeight * density)]
    if (pad.width !== width || pad.height !== height) Object.assign(pad, { width, height })
    const context = pad.getContext('2d')!
    context.setTransform(density, 0, 0, density, 0, 0)
    context.clearRect(0, 0, pad.clientWidth, pad.clientHeight)
    drawStrokes(strokes.current, context)
  }
  const clear = () => {
    newest.current++
    strokes.current = []
    redraw()
    onChange('')
  }
  return (
    <Stack gap="2" width="full" maxWidth="lg">
      <Text textStyle="xs" color="fg.muted">
        {t('padHint')}
      </Text>
      <Box asChild width="full" height="160px" borderWidth="1px" borderColor="border.emphasized" borderRadius="md">
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('pad', { name })}
          style={{ touchAction: 'none', backgroundColor: 'white', cursor: 'crosshair' }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            strokes.current.push([pointOf(event)])
            redraw()
          }}
          onPointerMove={(event) => {
            if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
            strokes.current.at(-1)?.push(pointOf(event))
            redraw()
          }}
          onPointerUp={end}
          onPointerCancel={end}
        />
      </Box>
      <Flex>
        <Button size="sm" variant="outline" aria-label={t('clearPadFor', { name })} onClick={clear}>
          <LuEraser aria-hidden />
          {t('clearPad')}
        </Button>
      </Flex>
      <FieldFrame label={t('typedName')}>
        <Flex gap="2" width="full">
          <Input value={typed} maxLength={60} autoComplete="name" onChange={({ target }) => setTyped(target.value)} />
          <Button variant="outline" disabled={typed.trim() === ''} onClick={() => useName.mutate()}>
            {t('useName')}
          </Button>
        </Flex>
      </FieldFrame>
    </Stack>
  )
}
