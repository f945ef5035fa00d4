import { EventSourceParserStream } from "eventsource-parser/stream";
