// Replaces the native log writer of VS Code's server, which a computer without a compiler cannot build.
// With it, log channels have their files: the Output view shows them and tests can read them.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
	constructor(_type, _name, file) {
		this.file = file;
		this.level = 2;
		this.plain = false;
		mkdirSync(dirname(file), { recursive: true });
		appendFileSync(file, '');
	}
	write(level, message) {
		if (level < this.level) return;
		const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
		appendFileSync(this.file, this.plain ? message : `${time} [${names[level]}] ${message}\n`);
	}
	trace(message) {
		this.write(0, message);
	}
	debug(message) {
		this.write(1, message);
	}
	info(message) {
		this.write(2, message);
	}
	warn(message) {
		this.write(3, message);
	}
	error(message) {
		this.write(4, message);
	}
	critical(message) {
		this.write(5, message);
	}
	getLevel() {
		return this.level;
	}
	setLevel(level) {
		this.level = level;
	}
	setPattern() {
		this.plain = false;
	}
	clearFormatters() {
		this.plain = true;
	}
	flush() {}
	drop() {}
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger('rotating', name, file);
