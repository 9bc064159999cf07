// The same operations on plain NestJS, Express and mongoose, with controllers, a guard, validated classes and
// hydrated documents. `/event` uses a transaction and an outbox.
import './decorate.ts'
import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpException,
  Inject,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Post,
  Query,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
import { getConnectionToken, getModelToken, MongooseModule } from '@nestjs/mongoose'
import { Type } from 'class-transformer'
import {
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsMongoId,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator'
import type { ClientSession, Connection, InferSchemaType, Model } from 'mongoose'
import { announce } from '../measure.ts'
import { decorateClass, decorateConstructor, decorateMethod, decorateProperty } from './decorate.ts'
import { schemas, toInterval } from './models.ts'
import { mayUse } from './tokens.ts'

class NewClient {
  name!: string
  email?: string | null
  phone?: string | null
  dateOfBirth?: string | null
  gender?: 'male' | 'female' | null
  notes?: string | null
}
decorateProperty(NewClient, 'name', IsString(), Length(1, 200))
decorateProperty(NewClient, 'email', IsOptional(), IsEmail())
decorateProperty(NewClient, 'phone', IsOptional(), IsString(), MaxLength(40))
decorateProperty(NewClient, 'dateOfBirth', IsOptional(), IsISO8601())
decorateProperty(NewClient, 'gender', IsOptional(), IsIn(['male', 'female']))
decorateProperty(NewClient, 'notes', IsOptional(), IsString(), MaxLength(10_000))

class PageQuery {
  page = 1
  limit = 20
}
decorateProperty(
  PageQuery,
  'page',
  Type(() => Number),
  IsInt(),
  Min(1),
)
decorateProperty(
  PageQuery,
  'limit',
  Type(() => Number),
  IsInt(),
  Min(1),
  Max(100),
)

class NewBooking {
  name!: string
  clientId!: string
  serviceIds!: string[]
  staffId!: string
  date!: string
  startTime!: string
}
decorateProperty(NewBooking, 'name', IsString(), Length(1, 200))
decorateProperty(NewBooking, 'clientId', IsMongoId())
decorateProperty(NewBooking, 'serviceIds', IsArray(), ArrayMinSize(1), IsMongoId({ each: true }))
decorateProperty(NewBooking, 'staffId', IsMongoId())
decorateProperty(NewBooking, 'date', IsISO8601())
decorateProperty(NewBooking, 'startTime', Matches(/^[0-2][0-9]:[0-5][0-9]$/))

class TokenGuard implements CanActivate {
  readonly #reflector: Reflector
  constructor(reflector: Reflector) {
    this.#reflector = reflector
  }
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context
      .switchToHttp()
      .getRequest<{ headers: { authorization?: string }; params: { workspaceId: string } }>()
    const permission = this.#reflector.get<string>('permission', context.getHandler())
    try {
      return await mayUse(request.headers.authorization, request.params.workspaceId, permission)
    } catch {
      throw new UnauthorizedException()
    }
  }
}
decorateConstructor(TokenGuard, Inject(Reflector))
decorateClass(TokenGuard, Injectable())

type Client = InferSchemaType<typeof schemas.Client>
type Outbox = InferSchemaType<typeof schemas.Outbox>

class ClientService {
  readonly #clients: Model<Client>
  readonly #outbox: Model<Outbox>
  readonly #connection: Connection
  constructor(clients: Model<Client>, outbox: Model<Outbox>, connection: Connection) {
    this.#clients = clients
    this.#outbox = outbox
    this.#connection = connection
  }
  findOne(workspaceId: string, id: string) {
    return this.#clients.findOne({ _id: id, workspaceId }).exec()
  }
  async findPage(workspaceId: string, { page, limit }: PageQuery) {
    const [clients, total] = await Promise.all([
      this.#clients
        .find({ workspaceId })
        .sort({ createdAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .exec(),
      this.#clients.countDocuments({ workspaceId }).exec(),
    ])
    return { clients, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
  }
  create(workspaceId: string, client: NewClient) {
    return this.#clients.create(Object.assign({ workspaceId }, client))
  }
  createWithEvent(workspaceId: string, client: NewClient) {
    return this.#connection.transaction(async (session) => {
      const [created] = await this.#clients.create([Object.assign({ workspaceId }, client)], { session })
      const event = { type: 'client.changed', data: created!.toJSON(), publishedAt: null }
      await this.#outbox.create([event], { session })
      return created!
    })
  }
}
decorateConstructor(
  ClientService,
  Inject(getModelToken('Client')),
  Inject(getModelToken('Outbox')),
  Inject(getConnectionToken()),
)
decorateClass(ClientService, Injectable())

class ClientController {
  readonly #service: ClientService
  constructor(service: ClientService) {
    this.#service = service
  }
  async findOne(workspaceId: string, id: string) {
    const client = await this.#service.findOne(workspaceId, id)
    if (!client) throw new NotFoundException()
    return { client }
  }
  findPage(workspaceId: string, query: PageQuery) {
    return this.#service.findPage(workspaceId, query)
  }
  async create(workspaceId: string, body: NewClient) {
    return { client: await this.#service.create(workspaceId, body) }
  }
  async createWithEvent(workspaceId: string, body: NewClient) {
    return { client: await this.#service.createWithEvent(workspaceId, body) }
  }
}
const permission = (name: string) => SetMetadata('permission', name)
const workspace = [String, Param('workspaceId')] as const
const clientPath = 'workspace/:workspaceId/clients'
decorateConstructor(ClientController, Inject(ClientService))
decorateClass(ClientController, Controller(), UseGuards(TokenGuard))
decorateMethod(
  ClientController,
  'findOne',
  [Get(`${clientPath}/:clientId`), permission('clients.view')],
  [workspace, [String, Param('clientId')]],
)
decorateMethod(
  ClientController,
  'findPage',
  [Get(clientPath), permission('clients.view')],
  [workspace, [PageQuery, Query()]],
)
decorateMethod(
  ClientController,
  'create',
  [Post(clientPath), HttpCode(201), permission('clients.manage')],
  [workspace, [NewClient, Body()]],
)
decorateMethod(
  ClientController,
  'createWithEvent',
  [Post(`event/${clientPath}`), HttpCode(201), permission('clients.manage')],
  [workspace, [NewClient, Body()]],
)

class SessionService {
  readonly #connection: Connection
  constructor(connection: Connection) {
    this.#connection = connection
  }
  async book(workspaceId: string, body: NewBooking, session: ClientSession | null) {
    const { Client, Service, Staff, Holiday, Session } = this.#connection.models
    const [client, services, staff, holiday] = await Promise.all([
      Client!.findOne({ _id: body.clientId, workspaceId }),
      Service!.find({ _id: { $in: body.serviceIds }, workspaceId, isActive: true }),
      Staff!.findOne({ _id: body.staffId, workspaceId }),
      Holiday!.findOne({ workspaceId, date: body.date }),
    ])
    if (!client || !staff || services.length !== body.serviceIds.length) throw new NotFoundException()
    const durationMinutes = services.reduce((sum, each) => sum + (each.durationMinutes as number), 0)
    const interval = toInterval(body.date, body.startTime, durationMinutes)
    const conflicts = await Session!.find({
      workspaceId,
      staffId: body.staffId,
      startMinute: { $gt: interval.startMinute - 1440, $lt: interval.endMinute },
      endMinute: { $gt: interval.startMinute },
    })
    const made = {
      workspaceId,
      name: body.name,
      date: body.date,
      clientId: body.clientId,
      clientName: client.name as string,
      staffId: body.staffId,
      staffName: staff.name as string,
      durationMinutes,
      services: services.map((each) => ({ serviceId: each.id as string, name: each.name as string })),
      ...interval,
      status: 'scheduled' as const,
    }
    const [stored] = await Session!.create([made], { session })
    return { session: stored!, conflicts: conflicts.map((each) => each.id as string), isHoliday: !!holiday }
  }
  bookWithEvent(workspaceId: string, body: NewBooking) {
    return this.#connection.transaction(async (session) => {
      const booked = await this.book(workspaceId, body, session)
      const event = { type: 'session.changed', data: booked.session.toJSON(), publishedAt: null }
      await this.#connection.models['Outbox']!.create([event], { session })
      return booked
    })
  }
}
decorateConstructor(SessionService, Inject(getConnectionToken()))
decorateClass(SessionService, Injectable())

class SessionController {
  readonly #service: SessionService
  constructor(service: SessionService) {
    this.#service = service
  }
  book(workspaceId: string, body: NewBooking) {
    return this.#service.book(workspaceId, body, null)
  }
  bookWithEvent(workspaceId: string, body: NewBooking) {
    return this.#service.bookWithEvent(workspaceId, body)
  }
}
const sessionPath = 'workspace/:workspaceId/sessions'
decorateConstructor(SessionController, Inject(SessionService))
decorateClass(SessionController, Controller(), UseGuards(TokenGuard))
decorateMethod(
  SessionController,
  'book',
  [Post(sessionPath), HttpCode(201), permission('sessions.create')],
  [workspace, [NewBooking, Body()]],
)
decorateMethod(
  SessionController,
  'bookWithEvent',
  [Post(`event/${sessionPath}`), HttpCode(201), permission('sessions.create')],
  [workspace, [NewBooking, Body()]],
)

class AppModule {}
decorateClass(
  AppModule,
  Module({
    imports: [
      MongooseModule.forRoot(process.env['BENCH_MONGODB_URL']!, { dbName: 'bench_nest' }),
      MongooseModule.forFeature(Object.entries(schemas).map(([name, schema]) => ({ name, schema }))),
    ],
    controllers: [ClientController, SessionController],
    providers: [ClientService, SessionService, TokenGuard],
  }),
)

const app = await NestFactory.create(AppModule, { logger: false })
app.useGlobalPipes(
  new ValidationPipe({
    transform: true,
    whitelist: true,
    exceptionFactory: (errors) => new HttpException({ errors }, 422),
  }),
)
await app.listen(0, '127.0.0.1')
announce(await app.getUrl())
