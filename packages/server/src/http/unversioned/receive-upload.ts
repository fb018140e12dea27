import type { UploadType } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../../fault.ts';
import { newId } from '../../ids.ts';
import { newToken } from '../../media/addresses.ts';
import { safeFileName } from '../../media/file-name.ts';
import { insertMedia, type MediaRow } from '../../media/rows.ts';
import type { HttpRoom } from '../room.ts';
